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

test('files are stored in the data folder unless a bucket is chosen', () => {
  expect(read({})).toEqual({ store: 'disk' })
  expect(read({ ...bucket, FILE_STORE: 'disk' })).toEqual({ store: 'disk' })
})

test('a bucket is Amazon’s without an endpoint; other stores name it in the path by default', () => {
  const atAmazon = {
    store: 's3',
    bucket: 'terrace-files',
    region: 'eu-west-2',
    endpoint: undefined,
    accessKeyId: 'AKIA1',
    secretAccessKey: 'a secret/of+theirs',
    forcePathStyle: false,
  }
  expect(read(bucket)).toEqual(atAmazon)
  const endpoint = 'https://store.example/storage/v1/s3'
  expect(read({ ...bucket, S3_ENDPOINT: endpoint })).toEqual({ ...atAmazon, endpoint, forcePathStyle: true })
  expect(read({ ...bucket, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: 'false' })).toMatchObject({
    forcePathStyle: false,
  })
  expect(read({ ...bucket, S3_FORCE_PATH_STYLE: 'true' })).toMatchObject({ forcePathStyle: true })
})

test.each(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)(
  'a bucket without %s is rejected by name',
  (name) => {
    const { [name]: _left, ...others } = bucket
    expect(() => read(others)).toThrow(`FILE_STORE: s3 needs ${name}`)
  },
)

test('all missing variables are reported together', () => {
  expect(() => read({ FILE_STORE: 's3', S3_REGION: 'auto' })).toThrow(
    'FILE_STORE: s3 needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
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
  ['S3_FORCE_PATH_STYLE', 'yes'],
  ['S3_SECRET_ACCESS_KEY', ''],
])('%s=%s is rejected by name', (name, value) => {
  expect(() => read({ ...bucket, [name]: value })).toThrow(`${name}: `)
})

test('a rejected value is not repeated, because it may be a secret', () => {
  const readInvalid = () =>
    read({ ...bucket, S3_ENDPOINT: 'https://key:hush-hush@store.example', S3_REGION: '?' })
  expect(readInvalid).toThrow('S3_ENDPOINT')
  expect(readInvalid).not.toThrow('hush-hush')
})
