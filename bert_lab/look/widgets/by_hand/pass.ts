// One training step of the hand model: forward, backward, and the step, in bert_core's order. Each
// number knows how it was made: a test compares them with PyTorch's, and `how` says the rule.

export type Row = number[];
export type Weights = Record<string, Row[]>; // a matrix for each name; a bias is one row
export type Cell = { value: number; how: string };
export type Numbers = Record<string, Row>;

export const IDS = [1, 0, 4],
  GAP = 1,
  ANSWER = 2,
  MILK = 2, // its place in the text
  RATE = 0.25;
const EPS = 1e-12; // what bert_core's norms add to a variance
// What a step moves, too, though it starts at zero, or, for the scales of the norms, at one.
const REST: Record<string, Row> = {
  b_q: [0, 0, 0, 0],
  b_k: [0, 0, 0, 0],
  b_v: [0, 0, 0, 0],
  b_o: [0, 0, 0, 0],
  b_2: [0, 0, 0, 0],
  scale_1: [1, 1, 1, 1],
  shift_1: [0, 0, 0, 0],
  scale_2: [1, 1, 1, 1],
  shift_2: [0, 0, 0, 0],
};
export const complete = (weights: Weights): Weights => ({
  ...Object.fromEntries(Object.entries(REST).map(([name, row]) => [name, [row]])),
  ...weights,
});

export const add = (...rows: Row[]) => rows[0].map((_, i) => rows.reduce((s, r) => s + r[i], 0));
export const dot = (a: Row, b: Row) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const times = (matrix: Row[], row: Row) => matrix.map((each) => dot(each, row));
export const columns = (matrix: Row[]) => matrix[0].map((_, i) => matrix.map((row) => row[i]));
export const scaled = (row: Row, by: number) => row.map((x) => x * by);
export const mean = (row: Row) => row.reduce((a, b) => a + b, 0) / row.length;
const outer = (a: Row, b: Row) => a.map((x) => scaled(b, x));

function softmax(row: Row) {
  const top = Math.max(...row),
    e = row.map((x) => Math.exp(x - top)),
    sum = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / sum);
}

function norm(row: Row, [scale]: Row[], [shift]: Row[]) {
  const middle = mean(row),
    variance = mean(row.map((x) => (x - middle) ** 2)),
    sigma = Math.sqrt(variance + EPS),
    unit = row.map((x) => (x - middle) / sigma);
  return { middle, variance, sigma, unit, out: unit.map((x, i) => x * scale[i] + shift[i]) };
}

// From the gradient of a norm's result to that of what went in.
function throughNorm(given: Row, { unit, sigma }: { unit: Row; sigma: number }, [scale]: Row[]) {
  const g = given.map((x, i) => x * scale[i]),
    level = mean(g),
    along = mean(g.map((x, i) => x * unit[i]));
  return { level, along, out: g.map((x, i) => (x - level - along * unit[i]) / sigma) };
}

// All numbers from the words to the loss.
export function forward(w: Weights) {
  const x = IDS.map((id, t) => add(w.E[id], w.S[0], w.P[t]));
  const q = add(times(w.W_q, x[GAP]), w.b_q[0]),
    k = x.map((row) => add(times(w.W_k, row), w.b_k[0])),
    v = x.map((row) => add(times(w.W_v, row), w.b_v[0]));
  const s = k.map((key) => dot(q, key) / Math.sqrt(q.length)),
    a = softmax(s),
    m = times(columns(v), a),
    r = add(x[GAP], times(w.W_o, m), w.b_o[0]);
  const first = norm(r, w.scale_1, w.shift_1),
    n = first.out,
    u = add(times(w.W_1, n), w.b_1[0]),
    g = u.map((one) => Math.max(0, one)),
    f = add(times(w.W_2, g), w.b_2[0]),
    r2 = add(n, f);
  const second = norm(r2, w.scale_2, w.shift_2),
    h = second.out,
    z = add(times(w.E, h), w.b[0]),
    p = softmax(z);
  const top = Math.max(...z),
    loss = top + Math.log(z.reduce((sum, one) => sum + Math.exp(one - top), 0)) - z[ANSWER];
  return { x, q, k, v, s, a, m, r, first, n, u, g, f, r2, second, h, z, p, loss };
}
export type Pass = ReturnType<typeof forward>;

// The gradient of the loss in all of them, and in the weights.
export function backward(w: Weights, pass: Pass) {
  const { x, q, k, v, a, m, n, u, g, first, second, h, p } = pass;
  const dz = p.map((one, i) => one - (i === ANSWER ? 1 : 0)),
    dh = times(columns(w.E), dz),
    back2 = throughNorm(dh, second, w.scale_2),
    dr2 = back2.out;
  const dg = times(columns(w.W_2), dr2),
    du = dg.map((one, i) => (u[i] > 0 ? one : 0)),
    dn = add(dr2, times(columns(w.W_1), du)),
    back1 = throughNorm(dn, first, w.scale_1),
    dr = back1.out,
    dm = times(columns(w.W_o), dr);
  const da = v.map((row) => dot(row, dm)),
    gamma = dot(a, da),
    ds = a.map((one, t) => one * (da[t] - gamma)),
    dv = a.map((one) => scaled(dm, one)),
    root = Math.sqrt(q.length),
    dk = ds.map((one) => scaled(q, one / root)),
    dq = scaled(times(columns(k), ds), 1 / root);
  const dx = x.map((_, t) => {
    const there = add(times(columns(w.W_v), dv[t]), times(columns(w.W_k), dk[t]));
    return t === GAP ? add(there, times(columns(w.W_q), dq), dr) : there;
  });
  const sum = (rows: Row[], others: Row[]) =>
    rows.map((row, t) => outer(row, others[t])).reduce((A, B) => A.map((r, i) => add(r, B[i])));
  const E = outer(dz, h);
  IDS.forEach((id, t) => {
    E[id] = add(E[id], dx[t]);
  });
  const bias = (row: Row) => [row];
  const grad: Weights = {
    E,
    S: [add(...dx)],
    P: dx,
    W_q: outer(dq, x[GAP]),
    b_q: bias(dq),
    W_k: sum(dk, x),
    b_k: bias(add(...dk)),
    W_v: sum(dv, x),
    b_v: bias(add(...dv)),
    W_o: outer(dr, m),
    b_o: bias(dr),
    scale_1: bias(dn.map((one, i) => one * first.unit[i])),
    shift_1: bias(dn),
    W_1: outer(du, n),
    b_1: bias(du),
    W_2: outer(dr2, g),
    b_2: bias(dr2),
    scale_2: bias(dh.map((one, i) => one * second.unit[i])),
    shift_2: bias(dh),
    b: bias(dz),
  };
  return { dz, dh, back2, dr2, dg, du, dn, back1, dr, dm, da, gamma, ds, dv, dk, dq, dx, grad };
}
export type Back = ReturnType<typeof backward>;

// Every weight, moved against its gradient.
export const step = (w: Weights, grad: Weights): Weights =>
  Object.fromEntries(
    Object.entries(w).map(([name, rows]) => [
      name,
      rows.map((row, i) => row.map((x, j) => x - RATE * grad[name][i][j])),
    ]),
  );
