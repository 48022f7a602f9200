// The error of the package.

/** The codes of the module's statuses, by their numbers in `crates/capi/src/status.rs`. */
export const CODES = [
  "ok",
  "null-pointer",
  "invalid-size",
  "invalid-option",
  "unknown-encoding",
  "invalid-url",
  "chunk-not-taken",
  "fed-after-end",
  "attributes-full",
  "stale-token",
  "limit-exceeded",
  "ill-formed",
  "restart",
  "feed-again",
  "defect",
  "mode-change-within-token",
];

export class TagspanError extends Error {
  constructor(code, message, offset = null) {
    super(message);
    this.name = "TagspanError";
    this.code = code;
    this.offset = offset;
  }

  /** The error of a status of the module. Only a failure in the source has an offset. */
  static of(status, message, offset) {
    const code = CODES[status] ?? "defect";
    return new TagspanError(code, message, code === "limit-exceeded" || code === "ill-formed" ? offset : null);
  }
}
