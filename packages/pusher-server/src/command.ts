import { z } from 'zod'
import type { Message } from './sockets/frames.ts'

/** An instruction for every process with sockets. */
export type Command = ({ kind: 'message' } & Message) | { kind: 'terminate'; userId: string }

/** Validates commands from another process, which may run another release. */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    channels: z.array(z.string()),
    event: z.string(),
    json: z.string(),
    except: z.string().optional(),
    userId: z.string().optional(),
  }),
  z.object({ kind: z.literal('terminate'), userId: z.string() }),
])
