import { createServer, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { bytesOf, messagesOf, numberOf, readMessage, textOf, type Message } from './protobuf.ts'

export interface CollectedSpan {
  /** Name of the service that it belongs to. */
  service: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified'
  startedAt: bigint
  endedAt: bigint
  attributes: Record<string, string | number | boolean>
  hasFailed: boolean
  /** Ids of the spans that it points to. */
  links: string[]
}

export interface OtlpCollector {
  url: string
  spans: CollectedSpan[]
  /** Of the last spans that are not from a browser. */
  resource: Record<string, string | number | boolean>
  /** Headers of the last export. */
  headers: IncomingMessage['headers']
  /** Everything that was received. */
  received: Buffer[]
  close(): Promise<void>
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const errorStatus = 2n

/** A collector of traces that speaks OTLP over HTTP (protobuf). Field numbers are those of opentelemetry-proto. */
export async function collectTraces(): Promise<OtlpCollector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks)
      const isKnown =
        request.method === 'POST' &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/x-protobuf'
      if (!isKnown) {
        response.writeHead(404).end()
        return
      }
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      collector.headers = request.headers
      collector.received.push(bytes)
      for (const ofResource of messagesOf(readMessage(bytes), 1)) {
        const [resource = new Map()] = messagesOf(ofResource, 1)
        const attributes = attributesOf(resource, 1)
        const service = String(attributes['service.name'])
        if (!service.endsWith('-browser')) collector.resource = attributes
        for (const ofScope of messagesOf(ofResource, 2))
          collector.spans.push(...messagesOf(ofScope, 2).map((span) => toSpan(service, span)))
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${address.port}`,
    spans: [],
    resource: {},
    headers: {},
    received: [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return collector
}

function toSpan(service: string, span: Message): CollectedSpan {
  const hex = (field: number) => bytesOf(span, field)[0]?.toString('hex') ?? ''
  return {
    service,
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: textOf(span, 5),
    kind: kinds[Number(numberOf(span, 6))] ?? 'unspecified',
    startedAt: numberOf(span, 7),
    endedAt: numberOf(span, 8),
    attributes: attributesOf(span, 9),
    hasFailed: messagesOf(span, 15).some((status) => numberOf(status, 3) === errorStatus),
    links: messagesOf(span, 13).map((link) => bytesOf(link, 2)[0]?.toString('hex') ?? ''),
  }
}

function attributesOf(message: Message, field: number): CollectedSpan['attributes'] {
  return Object.fromEntries(
    messagesOf(message, field).map((pair) => {
      const [value = new Map()] = messagesOf(pair, 2)
      return [textOf(pair, 1), attributeValue(value)]
    }),
  )
}

function attributeValue(value: Message): string | number | boolean {
  if (value.has(2)) return numberOf(value, 2) === 1n
  if (value.has(3)) return Number(numberOf(value, 3))
  if (value.has(4)) {
    const bits = Buffer.alloc(8)
    bits.writeBigUInt64LE(numberOf(value, 4))
    return bits.readDoubleLE()
  }
  return textOf(value, 1)
}
