// In bytes, where a buffer begins.
export type Address = number;
// What the C of `kernels/` exports; it says there what each does.
export interface Kernels {
  panels: (F: number, D: number, W: Address, copy: Address) => void;
  linear: (
    T: number,
    F: number,
    D: number,
    X: Address,
    W: Address,
    scale: Address,
    bias: Address,
    Y: Address,
    scratch: Address,
  ) => void;
  gather: (T: number, D: number, ids: Address, table: Address, scale: Address, Y: Address) => void;
  addnorm: (
    T: number,
    D: number,
    eps: number,
    X: Address,
    R: Address,
    g: Address,
    b: Address,
    Y: Address,
  ) => void;
  gelu: (n: number, X: Address) => void;
  attend: (
    T: number,
    D: number,
    N: number,
    Q: Address,
    K: Address,
    V: Address,
    A: Address,
    Y: Address,
    turned: Address,
  ) => void;
  product: (T: number, F: number, D: number, X: Address, W: Address, Y: Address) => void;
  scores: (
    V: number,
    D: number,
    x: Address,
    table: Address,
    scale: Address,
    bias: Address,
    y: Address,
  ) => void;
}
