import { z } from 'zod/mini'

/** Apart from clients.ts, which imports the quotes. */
export const clientId = z.string().check(z.regex(/^clt_[0-9A-Za-z_-]{1,60}$/, 'must be a client id'))
