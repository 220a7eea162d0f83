/**
 * Memory settings of the server. Its caches are bounded and partly outside of V8's heap, which would otherwise double
 * before collecting. These flags collect after 20 % growth and cap the heap.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=20',
  '--max-old-space-size=1536',
] as const

/** Memory settings of commands: an import of a file of any size stays small. */
export const commandFlags = ['--max-semi-space-size=8', '--heap-growing-percent=20'] as const
