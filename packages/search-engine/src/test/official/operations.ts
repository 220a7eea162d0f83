import type { algoliasearch } from 'algoliasearch'
import { expect } from 'vitest'

type Client = ReturnType<typeof algoliasearch>

/** Operations of the official client with what they return for the sample index. */
export type Operations = Readonly<Record<string, readonly [(client: Client) => unknown, unknown]>>

export const isDone = { taskID: expect.any(Number) as number }
