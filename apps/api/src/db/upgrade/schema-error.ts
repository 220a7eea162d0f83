/** The schema cannot be upgraded; the message says what to do. */
export class SchemaError extends Error {}
