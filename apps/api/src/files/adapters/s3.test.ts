import { DeleteObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openS3Double, type S3Double } from '../../test/s3/s3-double.ts'
import { filesInUseSuite } from '../files-in-use.suite.ts'
import { fileStoreSuite, type FileStoreUnderTest } from '../file-store.suite.ts'
import type { FilesFailure } from '../file-store.port.ts'
import { createS3Store } from './s3.ts'

const keys = {
  bucket: 'terrace-files',
  region: 'eu-west-2',
  accessKeyId: 'AKIATERRACE',
  secretAccessKey: 'hush/hush+secret',
}
const bucketOf = ({ endpoint }: S3Double, other: Partial<typeof keys> = {}) => ({
  ...keys,
  ...other,
  endpoint,
  isNamedInPath: true,
})

async function openBucket(): Promise<FileStoreUnderTest> {
  const double = await openS3Double(keys)
  return {
    open: (onFailure) => createS3Store(bucketOf(double), onFailure),
    config: { files: { store: 's3', ...bucketOf(double) } },
    keys: async () => [...double.objects.keys()].toSorted(),
    fail: async () => double.failAlways({ kind: 'refuse', status: 403, code: 'AccessDenied' }),
    mend: async () => double.failAlways(undefined),
    close: double.close,
  }
}

fileStoreSuite('in a bucket', openBucket)
filesInUseSuite('in a bucket', openBucket)

let double: S3Double
let failures: FilesFailure[]
beforeAll(async () => {
  double = await openS3Double(keys)
})
beforeEach(() => {
  failures = []
  double.requests.splice(0)
})
afterAll(() => double.close())

const store = (other?: Partial<typeof keys>, options?: { silentMs: number }) =>
  createS3Store(bucketOf(double, other), (failure) => void failures.push(failure), options)
const bytes = Buffer.from('%PDF-1.4 '.repeat(20_000))

test('a file is sent with its kind and nothing that would open it to others', async () => {
  await store().put('tickets/plain', bytes, 'application/pdf')
  const [request] = double.requests
  expect(request).toMatchObject({
    method: 'PUT',
    path: '/terrace-files/files/tickets/plain',
    headers: { 'content-type': 'application/pdf', 'content-length': String(bytes.length) },
  })
  expect(Object.keys(request?.headers ?? {}).filter((name) => /acl|grant/.test(name))).toEqual([])
  expect(JSON.stringify(double.requests)).not.toContain('hush')
  const { endpoint } = double
  expect((await fetch(`${endpoint}/terrace-files/files/tickets/plain`)).status).toBe(403)
})

test('any client of S3 finds the file, and its removal is one for all', async () => {
  await store().put('tickets/shared', bytes, 'image/png')
  const { region, accessKeyId, secretAccessKey, bucket: Bucket } = keys
  const client = new S3Client({
    region,
    endpoint: double.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const object = { Bucket, Key: 'files/tickets/shared' }
  expect(await client.send(new HeadObjectCommand(object))).toMatchObject({
    ContentType: 'image/png',
    ContentLength: bytes.length,
  })
  await client.send(new DeleteObjectCommand(object))
  expect(await store().get('tickets/shared')).toBeUndefined()
  await expect(client.send(new HeadObjectCommand(object))).rejects.toMatchObject({ name: 'NotFound' })
})

test.each([
  [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch 403'],
  [{ accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId 403'],
  [{ region: 'eu-west-9' }, 'AuthorizationHeaderMalformed 400'],
  [{ bucket: 'another-bucket' }, 'NoSuchBucket 404'],
])('%o is refused by the store, and the operator hears why', async (other, reason) => {
  await expect(store(other).put('tickets/no', bytes, 'text/plain')).rejects.toThrow('files.unavailable')
  await expect(store(other).get('tickets/no')).rejects.toThrow('files.unavailable')
  expect(failures).toEqual([
    { call: 'put', reason },
    { call: 'get', reason },
  ])
  expect(double.objects.has('files/tickets/no')).toBe(false)
})

test('what fails in passing is tried again and nobody hears of it', async () => {
  double.plan({ kind: 'refuse', status: 503, code: 'SlowDown' })
  await store().put('tickets/again', bytes, 'application/pdf')
  double.plan({ kind: 'cut_after' }, { kind: 'refuse', status: 500, code: 'InternalError' })
  await store().put('tickets/again', bytes, 'application/pdf')
  double.plan({ kind: 'slow', ms: 300 })
  expect(bytes.equals((await store().get('tickets/again')) ?? Buffer.alloc(0))).toBe(true)
  double.plan({ kind: 'cut_after' })
  await store().remove('tickets/again')
  expect(await store().get('tickets/again')).toBeUndefined()
  expect(failures).toEqual([])
})

test('half a file is no file', async () => {
  await store().put('tickets/half', bytes, 'application/pdf')
  double.plan({ kind: 'cut' })
  await expect(store().get('tickets/half')).rejects.toThrow('files.unavailable')
  expect(failures).toMatchObject([{ call: 'get' }])
  expect(bytes.equals((await store().get('tickets/half')) ?? Buffer.alloc(0))).toBe(true)
})

test('a store that says nothing is given up', async () => {
  double.failAlways({ kind: 'silent' })
  try {
    await expect(store({}, { silentMs: 100 }).get('tickets/half')).rejects.toThrow('files.unavailable')
    expect(failures).toEqual([{ call: 'get', reason: 'TimeoutError' }])
  } finally {
    double.failAlways(undefined)
  }
})

test('where nobody listens the operator hears that', async () => {
  const away = await openS3Double(keys)
  await away.close()
  const gone = createS3Store(bucketOf(away), (failure) => void failures.push(failure))
  await expect(gone.put('tickets/x', bytes, 'text/plain')).rejects.toThrow('files.unavailable')
  expect(failures).toEqual([{ call: 'put', reason: 'ECONNREFUSED' }])
})
