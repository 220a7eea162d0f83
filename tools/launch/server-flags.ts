/**
 * How the server's process deals with memory. What it keeps is bounded and partly outside of V8's heap, which would
 * nevertheless grow to twice what it needs before it is swept: it is swept once it has grown by a fifth, and has a ceiling.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=20',
  '--max-old-space-size=1536',
] as const
