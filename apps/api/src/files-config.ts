import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

/** The part of the environment that decides where files of users are kept. */
export const filesEnvironment = {
  /** `disk`: the data folder of this machine. `s3`: a bucket of S3, or of whatever else speaks its language. */
  FILE_STORE: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  /** As the store calls it, such as eu-west-2; `auto` where it has none. */
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region')
    .optional(),
  /** Where the store is, when it is not Amazon's. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const url = URL.parse(text)
      return url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    }, 'must be an address without user name, password, query and fragment')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Whether the bucket is named in the path or in the host. Unset: in the path where there is an S3_ENDPOINT. */
  S3_PATH_STYLE: z.enum(['yes', 'no']).optional(),
}

/** A bucket, and who we are there. */
export interface Bucket {
  bucket: string
  region: string
  /** Undefined: Amazon's of the region. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  isNamedInPath: boolean
}

export type FilesConfig = { store: 'disk' } | ({ store: 's3' } & Bucket)

/** Throws where a bucket is chosen without all that it needs. */
export function filesConfig(values: z.output<z.ZodObject<typeof filesEnvironment>>): FilesConfig {
  if (values.FILE_STORE === 'disk') return { store: 'disk' }
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
  } = values
  if (
    bucket === undefined ||
    region === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  ) {
    const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const missing = needed.filter((name) => values[name] === undefined)
    throw new StartRefusal(`Configuration is not valid. FILE_STORE=s3 needs ${missing.join(', ')} as well.`)
  }
  const isNamedInPath =
    values.S3_PATH_STYLE === undefined ? endpoint !== undefined : values.S3_PATH_STYLE === 'yes'
  return { store: 's3', bucket, region, endpoint, accessKeyId, secretAccessKey, isNamedInPath }
}
