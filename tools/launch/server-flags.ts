/**
 * How the server's process deals with memory. What it keeps is bounded and mostly outside of V8's heap, which would
 * nevertheless grow to twice what it needs before it is swept; a lower ceiling makes V8 sweep sooner.
 */
export const serverFlags = ['--max-semi-space-size=16', '--max-old-space-size=1536'] as const
