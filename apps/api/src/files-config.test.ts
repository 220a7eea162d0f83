import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const bucket = {
  FILE_STORE: 's3',
  S3_BUCKET: 'terrace-files',
  S3_REGION: 'eu-west-2',
  S3_ACCESS_KEY_ID: 'AKIA1',
  S3_SECRET_ACCESS_KEY: 'a secret/of+theirs',
}
const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/none', ...env }).files

test('without a word files stay in the data folder, whatever else is set', () => {
  expect(read({})).toEqual({ store: 'disk' })
  expect(read({ ...bucket, FILE_STORE: 'disk' })).toEqual({ store: 'disk' })
})

test('a bucket is Amazon’s unless it is said where it is, and named in the path only elsewhere', () => {
  const atAmazon = {
    store: 's3',
    bucket: 'terrace-files',
    region: 'eu-west-2',
    endpoint: undefined,
    accessKeyId: 'AKIA1',
    secretAccessKey: 'a secret/of+theirs',
    isNamedInPath: false,
  }
  expect(read(bucket)).toEqual(atAmazon)
  const endpoint = 'https://store.example/storage/v1/s3'
  expect(read({ ...bucket, S3_ENDPOINT: endpoint })).toEqual({ ...atAmazon, endpoint, isNamedInPath: true })
  expect(read({ ...bucket, S3_ENDPOINT: endpoint, S3_PATH_STYLE: 'no' })).toMatchObject({
    isNamedInPath: false,
  })
  expect(read({ ...bucket, S3_PATH_STYLE: 'yes' })).toMatchObject({ isNamedInPath: true })
})

test.each(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)(
  'a bucket without %s does not start, and is told so by name',
  (name) => {
    const { [name]: _left, ...others } = bucket
    expect(() => read(others)).toThrow(`FILE_STORE=s3 needs ${name} as well.`)
  },
)

test('all that is missing is told at once', () => {
  expect(() => read({ FILE_STORE: 's3', S3_REGION: 'auto' })).toThrow(
    'FILE_STORE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well.',
  )
})

test.each([
  ['FILE_STORE', 'S3'],
  ['S3_BUCKET', 'Bucket/of mine'],
  ['S3_REGION', 'eu west'],
  ['S3_ENDPOINT', 'store.example'],
  ['S3_ENDPOINT', 'ftp://store.example'],
  ['S3_ENDPOINT', 'https://key:secret@store.example'],
  ['S3_ENDPOINT', 'https://:secret@store.example'],
  ['S3_ENDPOINT', 'https://store.example?bucket=1'],
  ['S3_PATH_STYLE', 'true'],
  ['S3_SECRET_ACCESS_KEY', ''],
])('%s=%s is refused by name', (name, value) => {
  expect(() => read({ ...bucket, [name]: value })).toThrow(`${name}: `)
})

test('what is refused is not repeated: it may be a secret in the wrong place', () => {
  const refusal = () =>
    read({ ...bucket, S3_ENDPOINT: 'https://key:hush-hush@store.example', S3_REGION: '?' })
  expect(refusal).toThrow('S3_ENDPOINT')
  expect(refusal).not.toThrow('hush-hush')
})
