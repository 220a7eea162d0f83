import { z } from 'zod'
import { described, reject, serviceUrl } from './variable.ts'

export const filesVariables = {
  FILE_STORE: described(z.enum(['disk', 's3']).default('disk'), {
    meaning:
      'Where tickets and signed terms are stored. `disk`: the data folder. `s3`: a bucket that several machines share.',
    example: 's3',
  }),
  S3_BUCKET: described(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    { meaning: 'The bucket. Keep it private.', example: 'terrace-files', default: 'none' },
  ),
  S3_REGION: described(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be the name of a region')
      .optional(),
    {
      meaning: 'The bucket’s region; `auto` when the store has none.',
      example: 'eu-west-2',
      default: 'none',
    },
  ),
  S3_ENDPOINT: described(serviceUrl.optional(), {
    meaning: 'The store’s URL, when it is not Amazon’s.',
    example: 'https://s3.example.com',
    default: 'Amazon’s',
  }),
  S3_ACCESS_KEY_ID: described(z.string().min(1).optional(), {
    meaning: 'Access key id.',
    example: 'AKIA…',
    default: 'none',
  }),
  S3_SECRET_ACCESS_KEY: described(z.string().min(1).optional(), {
    meaning: 'Secret access key.',
    example: 'wJalr…',
    default: 'none',
  }),
  S3_FORCE_PATH_STYLE: described(z.enum(['true', 'false']).optional(), {
    meaning: 'Whether URLs name the bucket in the path instead of the host.',
    example: 'false',
    default: '`true` when `S3_ENDPOINT` is set',
  }),
}

export interface Bucket {
  bucket: string
  region: string
  /** Undefined: Amazon’s endpoint of the region. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

export type FilesConfig = { store: 'disk' } | ({ store: 's3' } & Bucket)

export const filesConfig = z.object(filesVariables).transform((values, context): { files: FilesConfig } => {
  if (values.FILE_STORE === 'disk') return { files: { store: 'disk' } }
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
    S3_FORCE_PATH_STYLE: pathStyle,
  } = values
  if (!bucket || !region || !accessKeyId || !secretAccessKey) {
    const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const missing = needed.filter((name) => values[name] === undefined)
    return reject(context, 'FILE_STORE', `s3 needs ${missing.join(', ')}`)
  }
  const forcePathStyle = pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true'
  return { files: { store: 's3', bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle } }
})
