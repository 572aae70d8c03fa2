// The compiled kernels, in the bundle as base64.

export { default as wasm } from "#widgets/dist/engine.wasm";
