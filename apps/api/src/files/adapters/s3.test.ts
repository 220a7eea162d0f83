import { DeleteObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeS3, type FakeS3 } from '#api/test/fakes/s3/fake-s3.ts'
import { filesInUseSuite } from '../files-in-use.suite.ts'
import { fileStoreSuite, type FileStoreUnderTest } from '../file-store.suite.ts'
import type { FileStoreFailure } from '../file-store.port.ts'
import { createS3Store } from './s3.ts'

const keys = {
  bucket: 'terrace-files',
  region: 'eu-west-2',
  accessKeyId: 'AKIATERRACE',
  secretAccessKey: 'hush/hush+secret',
}
const bucketOf = ({ endpoint }: FakeS3, other: Partial<typeof keys> = {}) => ({
  ...keys,
  ...other,
  endpoint,
  forcePathStyle: true,
})

async function openBucket(): Promise<FileStoreUnderTest> {
  const fakeS3 = await startFakeS3(keys)
  return {
    open: (onFailure) => createS3Store(bucketOf(fakeS3), onFailure),
    config: { files: { store: 's3', ...bucketOf(fakeS3) } },
    keys: async () => [...fakeS3.objects.keys()].toSorted(),
    fail: async () => fakeS3.failAlways({ kind: 'reject', status: 403, code: 'AccessDenied' }),
    repair: async () => fakeS3.failAlways(undefined),
    close: fakeS3.close,
  }
}

fileStoreSuite('in a bucket', openBucket)
filesInUseSuite('in a bucket', openBucket)

let fakeS3: FakeS3
let failures: FileStoreFailure[]
beforeAll(async () => {
  fakeS3 = await startFakeS3(keys)
})
beforeEach(() => {
  failures = []
  fakeS3.requests.splice(0)
})
afterAll(() => fakeS3.close())

const store = (other?: Partial<typeof keys>, options?: { idleTimeoutMs: number }) =>
  createS3Store(bucketOf(fakeS3, other), (failure) => void failures.push(failure), options)
const bytes = Buffer.from('%PDF-1.4 '.repeat(20_000))

test('an upload sends the content type and no public ACL', async () => {
  await store().put('tickets/plain', bytes, 'application/pdf')
  const [request] = fakeS3.requests
  expect(request).toMatchObject({
    method: 'PUT',
    path: '/terrace-files/files/tickets/plain',
    headers: { 'content-type': 'application/pdf', 'content-length': String(bytes.length) },
  })
  expect(Object.keys(request?.headers ?? {}).filter((name) => /acl|grant/.test(name))).toEqual([])
  expect(JSON.stringify(fakeS3.requests)).not.toContain('hush')
  const { endpoint } = fakeS3
  expect((await fetch(`${endpoint}/terrace-files/files/tickets/plain`)).status).toBe(403)
})

test('any S3 client finds the file and sees its removal', async () => {
  await store().put('tickets/shared', bytes, 'image/png')
  const { region, accessKeyId, secretAccessKey, bucket: Bucket } = keys
  const client = new S3Client({
    region,
    endpoint: fakeS3.endpoint,
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
])('rejected with %o: the operator sees the reason', async (other, reason) => {
  await expect(store(other).put('tickets/no', bytes, 'text/plain')).rejects.toThrow('files.unavailable')
  await expect(store(other).get('tickets/no')).rejects.toThrow('files.unavailable')
  expect(failures).toEqual([
    { call: 'put', reason },
    { call: 'get', reason },
  ])
  expect(fakeS3.objects.has('files/tickets/no')).toBe(false)
})

test('transient errors are retried silently', async () => {
  fakeS3.plan({ kind: 'reject', status: 503, code: 'SlowDown' })
  await store().put('tickets/again', bytes, 'application/pdf')
  fakeS3.plan({ kind: 'drop_after' }, { kind: 'reject', status: 500, code: 'InternalError' })
  await store().put('tickets/again', bytes, 'application/pdf')
  fakeS3.plan({ kind: 'slow', ms: 300 })
  expect(bytes.equals((await store().get('tickets/again')) ?? Buffer.alloc(0))).toBe(true)
  fakeS3.plan({ kind: 'drop_after' })
  await store().remove('tickets/again')
  expect(await store().get('tickets/again')).toBeUndefined()
  expect(failures).toEqual([])
})

test('a truncated download is an error', async () => {
  await store().put('tickets/half', bytes, 'application/pdf')
  fakeS3.plan({ kind: 'cut' })
  await expect(store().get('tickets/half')).rejects.toThrow('files.unavailable')
  expect(failures).toMatchObject([{ call: 'get' }])
  expect(bytes.equals((await store().get('tickets/half')) ?? Buffer.alloc(0))).toBe(true)
})

test('a store that does not respond times out', async () => {
  fakeS3.failAlways({ kind: 'silent' })
  try {
    await expect(store({}, { idleTimeoutMs: 100 }).get('tickets/half')).rejects.toThrow('files.unavailable')
    expect(failures).toEqual([{ call: 'get', reason: 'TimeoutError' }])
  } finally {
    fakeS3.failAlways(undefined)
  }
})

test('an unreachable store is reported to the operator', async () => {
  const stoppedS3 = await startFakeS3(keys)
  await stoppedS3.close()
  const unreachableStore = createS3Store(bucketOf(stoppedS3), (failure) => void failures.push(failure))
  await expect(unreachableStore.put('tickets/x', bytes, 'text/plain')).rejects.toThrow('files.unavailable')
  expect(failures).toEqual([{ call: 'put', reason: 'ECONNREFUSED' }])
})
