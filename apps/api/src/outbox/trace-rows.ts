import { runInSpan, startRootSpan } from '#api/tracing/active-span.ts'
import type { OutboxRow } from './outbox.repo.ts'

const traceIdOf = ({ traceparent }: OutboxRow) => traceparent?.split('-')[1]

/** Whether all rows belong to the same recorded trace, so that everything they cause does, too. */
export function areOfOneTrace(rows: readonly OutboxRow[]): boolean {
  const [traceId, ...others] = new Set(rows.map(traceIdOf))
  return traceId !== undefined && others.length === 0
}

/**
 * Handles rows in the traces that wrote them: each recorded one gets a span, and its `traceparent` becomes that of the span,
 * so that jobs made from the row go on below it. The statements of the batch are recorded below the first.
 */
export async function inSpansOfRows(
  subscriber: string,
  rows: readonly OutboxRow[],
  handle: (rows: readonly OutboxRow[]) => Promise<void>,
): Promise<void> {
  const traced = rows.map((row) => {
    const { traceparent: parent, topic, id, occurred_at: occurredAt } = row
    const span =
      typeof parent === 'string'
        ? startRootSpan(`outbox ${topic} to ${subscriber}`, {
            kind: 'consumer',
            parent,
            attributes: {
              'messaging.system': 'outbox',
              'messaging.destination.name': topic,
              'messaging.consumer.group.name': subscriber,
              'messaging.message.id': String(id),
              'terrace.wait_ms': Date.now() - occurredAt.getTime(),
            },
          })
        : undefined
    return { row: span ? { ...row, traceparent: span.traceparent } : row, span }
  })
  const spans = traced.flatMap(({ span }) => span ?? [])
  const [leader, ...others] = spans
  if (!leader) return await handle(rows)
  for (const span of others) span.link(leader)
  try {
    await runInSpan(leader, () => handle(traced.map(({ row }) => row)))
  } catch (error) {
    for (const span of spans) span.fail(error)
    throw error
  } finally {
    for (const span of spans) span.end()
  }
}
