import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { described, reject, wholeNumber } from './variable.ts'

/** Shared with the concerns that store files in the data folder. */
export const dataFolder = described(z.string().default(join(tmpdir(), 'terrace-data')), {
  meaning: 'The data folder: embedded database, files, emails and generated secrets.',
  example: '~/terrace',
  default: '`.data/` of the project',
})

export const storageVariables = {
  DATA_DIR: dataFolder,
  DATABASE_URL: described(z.string().min(1), {
    meaning: 'Your own PostgreSQL, version 15 or newer.',
    example: 'postgres://terrace:secret@db.example.com/terrace',
    default: 'the embedded server, started by `npm start`',
  }),
  DATABASE_POOLER: described(z.enum(['none', 'transaction']).default('none'), {
    meaning:
      '`transaction`: `DATABASE_URL` is a pooler such as PgBouncer in transaction mode. Statements are then not prepared, and settings and locks last for one transaction.',
    example: 'transaction',
  }),
  DATABASE_DIRECT_URL: described(z.string().min(1).optional(), {
    meaning:
      'The same database without the pooler, for migrations, imports and `npm run admin`. Required with `DATABASE_POOLER=transaction`.',
    example: 'postgres://terrace:secret@db.example.com/terrace',
    default: '`DATABASE_URL`',
  }),
  DATABASE_REPLICA_URL: described(z.string().min(1).optional(), {
    meaning:
      'A streaming replica of the database. Catalogue pages and exports are read from it; stock and money never are.',
    example: 'postgres://terrace:secret@replica.example.com/terrace',
    default: 'none',
  }),
  DATABASE_REPLICA_MAX_AGE_SECONDS: described(z.coerce.number().int().positive().default(5), {
    meaning:
      'How far the replica may be behind. Further behind, or unreachable, the database itself is read until it has caught up.',
    example: '30',
  }),
  DATABASE_POOL_SIZE: described(wholeNumber({ default: 12 }), {
    meaning: 'Database connections of one process.',
    example: '24',
  }),
  VALKEY_URL: described(z.url({ protocol: /^(valkey|redis)s?$/ }).optional(), {
    meaning:
      'Valkey, or Redis 6 and newer. Several processes on one database notify each other through it instead of polling every 50 ms.',
    example: 'redis://localhost:6379',
    default: 'none: polling',
  }),
}

export interface StorageConfig {
  dataFolder: string
  databaseUrl: string
  /** Reaches the database without a pooler. */
  directDatabaseUrl: string
  databasePooler: 'none' | 'transaction'
  databasePoolSize: number
  /** Undefined: everything is read from the primary. */
  databaseReplica: { url: string; maxAgeMs: number } | undefined
  /** Undefined: each process polls for the changes of others. */
  valkeyUrl: string | undefined
}

export const storageConfig = z.object(storageVariables).transform((values, context): StorageConfig => {
  if (values.DATABASE_POOLER === 'transaction' && values.DATABASE_DIRECT_URL === undefined)
    return reject(
      context,
      'DATABASE_DIRECT_URL',
      'must be the URL of the database without the pooler, because migrations need a session of their own',
    )
  return {
    dataFolder: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    directDatabaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePooler: values.DATABASE_POOLER,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseReplica:
      values.DATABASE_REPLICA_URL === undefined
        ? undefined
        : { url: values.DATABASE_REPLICA_URL, maxAgeMs: values.DATABASE_REPLICA_MAX_AGE_SECONDS * 1000 },
    valkeyUrl: values.VALKEY_URL,
  }
})
