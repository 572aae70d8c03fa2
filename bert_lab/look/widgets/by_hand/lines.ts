// The lines of the sheet, in its order: each number with the rule that made it, written out, and
// what the usual slips would give instead.

import {
  ANSWER,
  add,
  backward,
  type Cell,
  columns,
  complete,
  dot,
  forward,
  GAP,
  IDS,
  MILK,
  mean,
  RATE,
  type Row,
  scaled,
  step,
  times,
  type Weights,
} from "./pass.ts";
import { WORDS } from "./words.toml";

export type Slip = keyof typeof WORDS.slips;
export type Line = { key: string; cells: Cell[]; slips: [Slip, Row][] };
export type Part = { name: keyof typeof WORDS.parts; lines: Line[] };

// At most three digits after the point; what is too large to be read, by its power of ten.
export function digits(x: number) {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = Math.abs(x) < 1e5 ? String(Number(x.toFixed(3)) + 0) : x.toExponential(1);
  return text.replace("-", "−");
}
const inside = (x: number) => (digits(x).startsWith("−") ? `(${digits(x)})` : digits(x));
const plus = (numbers: number[]) => numbers.map((x, i) => (i ? inside(x) : digits(x))).join(" + ");

// Products, added; those with a zero are left out.
function products(a: Row, b: Row, more: Row = []) {
  const terms = a.flatMap((x, i) => (x && b[i] ? [`${inside(x)} · ${inside(b[i])}`] : []));
  return [...terms, ...more.filter((x) => x).map(inside)].join(" + ") || "0";
}
const made = (values: Row, how: (i: number) => string): Cell[] =>
  values.map((value, i) => ({ value, how: how(i) }));
const minus = (row: Row) => scaled(row, -1);

export function linesOf(given: Weights): Part[] {
  const w = complete(given),
    pass = forward(w),
    back = backward(w, pass),
    moved = step(w, back.grad),
    biased = forward({ ...w, b: moved.b }),
    { x, q, k, v, s, a, m, r, first, n, u, g, f, r2, second, h, z, p, loss } = pass,
    { dz, dh, back1, back2, dr2, dg, du, dn, dr, dm, da, gamma, ds, dv, dk, dx, grad } = back;
  const texts = ["cats", "<mask>", "milk"];
  const line = (
    key: string,
    values: Row,
    how: (i: number) => string,
    slips: Line["slips"] = [],
  ) => ({
    key,
    cells: made(values, how),
    slips,
  });
  // The norm's three lines, and the slips that go with it.
  const moments = (key: string, row: Row, { middle, variance, sigma }: typeof first) => {
    const apart = row.map((one) => one - middle);
    const how = [
      `(${plus(row)}) / 4`,
      `(${apart.map((one) => `${inside(one)}²`).join(" + ")}) / 4`,
      `√${digits(variance)}`,
    ];
    const unbiased = (variance * 4) / 3;
    return line(key, [middle, variance, sigma], (i) => how[i], [
      ["sum", [4 * middle, 4 * variance, NaN]],
      ["lessOne", [NaN, unbiased, Math.sqrt(unbiased)]],
      ["root", [NaN, NaN, variance]],
    ]);
  };
  const normed = (key: string, row: Row, { middle, variance, sigma, unit }: typeof first) =>
    line(key, unit, (i) => `(${digits(row[i])} − ${inside(middle)}) / ${digits(sigma)}`, [
      ["root", row.map((one) => (one - middle) / variance)],
      ["mean", row.map((one) => one / sigma)],
      ["lessOne", unit.map((one) => one * Math.sqrt(3 / 4))],
      ["divide", row.map((one) => one - middle)],
    ]);
  const means = (key: string, unit: Row, given: Row) =>
    line(
      key,
      [mean(given), dot(unit, given) / 4],
      (i) => `(${i ? products(unit, given) : plus(given)}) / 4`,
      [["sum", [4 * mean(given), dot(unit, given)]]],
    );
  const through = (
    key: string,
    given: Row,
    unit: Row,
    { level, along, out }: typeof back1,
    by: number,
  ) =>
    line(
      key,
      out,
      (i) =>
        `(${digits(given[i])} − ${inside(level)} − ${inside(along)} · ${inside(unit[i])}) / ${digits(by)}`,
      [
        ["alpha", out.map((one) => one + level / by)],
        ["beta", out.map((one, i) => one + (along * unit[i]) / by)],
        ["both", given.map((one) => one / by)],
        ["divide", scaled(out, by)],
        ["sign", minus(out)],
      ],
    );
  const expS = s.map(Math.exp),
    sumS = add(expS).reduce((one, other) => one + other, 0),
    expZ = z.map(Math.exp),
    sumZ = expZ.reduce((one, other) => one + other, 0);
  const WoM = times(w.W_o, m),
    xs = columns(x);
  const powers = (key: string, from: Row, values: Row) =>
    line(key, values, (i) => `e^${inside(from[i])}`);
  const losses = (key: string, value: number, sum: number, logit: number) =>
    line(key, [value], () => `ln ${digits(sum)} − ${inside(logit)}`, [
      ["sign", [-value]],
      ["log10", [value / Math.LN10]],
      ["noLog", [Math.exp(-value)]],
    ]);

  const passed: Line[] = [
    ...x.map((row, t) =>
      line(`x_${texts[t]}`, row, (i) => plus([w.E[IDS[t]][i], w.S[0][i], w.P[t][i]]), [
        ["segment", add(w.E[IDS[t]], w.P[t])],
        ["place", add(w.E[IDS[t]], w.S[0])],
        ["wordOnly", w.E[IDS[t]]],
      ]),
    ),
    line("q", q, (i) => products(w.W_q[i], x[GAP]), [
      ["transposed", times(columns(w.W_q), x[GAP])],
    ]),
    ...k.map((row, t) =>
      line(`k_${texts[t]}`, row, (i) => products(w.W_k[i], x[t]), [
        ["transposed", times(columns(w.W_k), x[t])],
      ]),
    ),
    line("s", s, (i) => `(${products(q, k[i])}) / √4`, [["rootK", scaled(s, 2)]]),
    line("e^s, Σ", [...expS, sumS], (i) => (i < 3 ? `e^${inside(s[i])}` : plus(expS))),
    line("a", a, (i) => `${digits(expS[i])} / ${digits(sumS)}`, [
      ["share", expS],
      ["axis", axis(w, x, k)],
    ]),
    ...v.map((row, t) =>
      line(`v_${texts[t]}`, row, (i) => products(w.W_v[i], x[t]), [
        ["transposed", times(columns(w.W_v), x[t])],
      ]),
    ),
    line("m", m, (i) => products(a, columns(v)[i]), [
      ["unweighted", add(...v)],
      ["mixX", times(xs, a)],
    ]),
    line("r", r, (i) => plus([x[GAP][i], WoM[i]]), [["residual", WoM]]),
    moments("μ, σ², σ", r, first),
    normed("n", r, first),
    line("u", u, (i) => products(w.W_1[i], n, [w.b_1[0][i]]), [["bias", times(w.W_1, n)]]),
    line("g", g, (i) => (u[i] > 0 ? digits(u[i]) : WORDS.cut({ number: digits(u[i]) })), [
      ["relu", u],
    ]),
    line("f", f, (i) => products(w.W_2[i], g), [["relu", times(w.W_2, u)]]),
    line("r′", r2, (i) => plus([n[i], f[i]]), [["residual", f]]),
    moments("μ′, σ′², σ′", r2, second),
    normed("h", r2, second),
    line("z", z, (i) => products(w.E[i], h, [w.b[0][i]]), [["sign", minus(z)]]),
    powers("e^z", z, expZ),
    line("Σ", [sumZ], () => plus(expZ)),
    line("p", p, (i) => `${digits(expZ[i])} / ${digits(sumZ)}`, [
      ["linear", scaled(z, 1 / z.reduce((c, d) => c + d, 0))],
    ]),
    losses("loss", loss, sumZ, z[ANSWER]),
  ];
  const from = (key: string, values: Row, matrix: Row[], given: Row, slips: Line["slips"] = []) =>
    line(key, values, (i) => products(columns(matrix)[i], given), [
      ...slips,
      ["sign", minus(values)],
    ]);
  const returned: Line[] = [
    line("∂z", dz, (i) => (i === ANSWER ? `${digits(p[i])} − 1` : digits(p[i])), [
      ["one", p],
      ["sign", minus(dz)],
    ]),
    from("∂h", dh, w.E, dz, [["answerOnly", scaled(w.E[ANSWER], dz[ANSWER])]]),
    means("α′, β′", second.unit, dh),
    through("∂r′", dh, second.unit, back2, second.sigma),
    from("∂g", dg, w.W_2, dr2),
    line("∂u", du, (i) => (u[i] > 0 ? digits(dg[i]) : WORDS.cut({ number: digits(u[i]) })), [
      ["relu", dg],
    ]),
    line("∂n", dn, (i) => `${digits(dr2[i])} + ${products(columns(w.W_1)[i], du)}`, [
      ["residual", times(columns(w.W_1), du)],
      ["network", dr2],
      ["sign", minus(dn)],
    ]),
    means("α, β", first.unit, dn),
    through("∂r", dn, first.unit, { ...back1, out: dr }, first.sigma),
    from("∂m", dm, w.W_o, dr, [["transposed", times(w.W_o, dr)]]),
    line("∂W_v[2,2]", [grad.W_v[1][1]], () => `${inside(dm[1])} · (${products(a, xs[1])})`, [
      ["alone", [dm[1]]],
      ["valueForX", [dm[1] * dot(a, columns(v)[1])]],
      ["sign", [-grad.W_v[1][1]]],
    ]),
    line("∂a", da, (i) => products(v[i], dm), [["sign", minus(da)]]),
    line("γ", [gamma], () => products(a, da)),
    line("∂s", ds, (i) => `${digits(a[i])} · (${digits(da[i])} − ${inside(gamma)})`, [
      ["gamma", a.map((one, i) => one * da[i])],
      ["unweighted", da.map((one) => one - gamma)],
      ["sign", minus(ds)],
    ]),
    line("∂v_milk", dv[MILK], (i) => `${digits(a[MILK])} · ${inside(dm[i])}`, [
      ["unweighted", dm],
      ["sign", minus(dv[MILK])],
    ]),
    line("∂k_milk", dk[MILK], (i) => `${inside(ds[MILK])} · ${inside(q[i])} / √4`, [
      ["rootK", scaled(dk[MILK], 2)],
      ["sign", minus(dk[MILK])],
    ]),
    line(
      "∂x_milk",
      dx[MILK],
      (i) => `${products(columns(w.W_v)[i], dv[MILK])} + ${products(columns(w.W_k)[i], dk[MILK])}`,
      [
        ["keyPath", times(columns(w.W_v), dv[MILK])],
        ["valuePath", times(columns(w.W_k), dk[MILK])],
        ["transposed", add(times(w.W_v, dv[MILK]), times(columns(w.W_k), dk[MILK]))],
        ["sign", minus(dx[MILK])],
      ],
    ),
    line(
      "∂E_milk",
      grad.E[4],
      (i) => `${digits(dx[MILK][i])} + ${inside(dz[4])} · ${inside(h[i])}`,
      [
        ["output", dx[MILK]],
        ["input", scaled(h, dz[4])],
        ["sign", minus(grad.E[4])],
      ],
    ),
    line("∂E_drink", grad.E[ANSWER], (i) => `${inside(dz[ANSWER])} · ${inside(h[i])}`, [
      ["sign", minus(grad.E[ANSWER])],
      ["one", scaled(h, p[ANSWER])],
    ]),
  ];
  const stepped = (key: string, old: Row, gradient: Row) =>
    line(
      key,
      old.map((one, i) => one - RATE * gradient[i]),
      (i) => `${digits(old[i])} − ${RATE} · ${inside(gradient[i])}`,
      [
        ["uphill", old.map((one, i) => one + RATE * gradient[i])],
        ["rate", old.map((one, i) => one - gradient[i])],
      ],
    );
  const expNew = biased.z.map(Math.exp),
    sumNew = expNew.reduce((one, other) => one + other, 0);
  const steps: Line[] = [
    stepped("b", w.b[0], grad.b[0]),
    stepped("E_drink", w.E[ANSWER], grad.E[ANSWER]),
    stepped("E_milk", w.E[4], grad.E[4]),
    stepped("W_v[2,2]", [w.W_v[1][1]], [grad.W_v[1][1]]),
    line("z, b moved", biased.z, (i) => plus([z[i] - w.b[0][i], moved.b[0][i]])),
    powers("e^z, b moved", biased.z, expNew),
    line("Σ, b moved", [sumNew], () => plus(expNew)),
    losses("loss, b moved", biased.loss, sumNew, biased.z[ANSWER]),
  ];
  return [
    { name: "forward", lines: passed },
    { name: "backward", lines: returned },
    { name: "step", lines: steps },
  ];
}

// The loss after every weight has moved.
export function lossAfter(given: Weights) {
  const w = complete(given);
  return forward(step(w, backward(w, forward(w)).grad)).loss;
}

// The gap's weights if the softmax went over queries, so that each key's column sums to one.
function axis(w: Weights, x: Row[], k: Row[]) {
  const scores = x.map((row) =>
    times(k, add(times(w.W_q, row), w.b_q[0])).map((one) => Math.exp(one / 2)),
  );
  return columns(scores).map(
    (column) => column[GAP] / column.reduce((one, other) => one + other, 0),
  );
}
