import type { Job } from 'pg-boss'
import { z } from 'zod'
import type { Topic } from '#api/outbox/domain-events.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'

/** An event whose emails are sent by a job. */
export interface EmailedEvent {
  topic: string
  payload: Record<string, unknown>
  /** Id of the outbox row: emails about one order are sent in this order. */
  position: number
  /** Stable across retries, so that the recipient's server recognises duplicates. */
  emailId: string
  /** Trace context of the event, if it is traced. */
  traceparent?: string | undefined
}

/** Security emails: sent before all others. */
const securityTopics: ReadonlySet<string> = new Set<Topic>([
  'password_reset.requested',
  'password.changed',
  'account.security_changed',
  'email_verification.requested',
  'account.closed',
  'account.new_device_used',
  'email_change.requested',
  'account.email_changed',
  'seller.bank_account_changed',
  'seller.change_requested',
])
export const securityPriority = 10
export const isUrgent = ({ topic }: { topic: string }): boolean => securityTopics.has(topic)

/** Limits how many emails a process takes at once, and so how many are sent again after a crash. */
const maxEventsPerJob = 32

const eventData = z.object({
  topic: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** Jobs of an older release have none. */
  position: z.number().default(0),
  traceparent: z.string().optional(),
})
/** `emailId` is present if the email failed in a batch. */
const jobData = eventData.extend({ emailId: z.string().optional() })
const batchData = z.object({ events: z.array(eventData) })

/** `email` in an event's payload: `after` delays its email, `false` means that another email already reports the same. */
const plannedPayload = z.object({
  email: z.union([z.literal(false), z.object({ after: z.coerce.date() })]),
})

/** One job for each event whose email is urgent or delayed. All other events share jobs, in outbox order. */
export function jobsOf(rows: readonly OutboxRow[]) {
  const events = rows.map(({ id, topic, payload, traceparent }) => {
    const email = plannedPayload.safeParse(payload).data?.email
    return { data: { topic, payload, position: id, ...(traceparent && { traceparent }) }, email }
  })
  const others = events.flatMap(({ data, email }) => (email === undefined && !isUrgent(data) ? [data] : []))
  return {
    urgent: events.flatMap(({ data }) => (isUrgent(data) ? [{ data, priority: securityPriority }] : [])),
    later: events.flatMap(({ data, email }) => (email ? [{ data, startAfter: email.after }] : [])),
    batches: Array.from({ length: Math.ceil(others.length / maxEventsPerJob) }, (_, index) => ({
      data: { events: others.slice(index * maxEventsPerJob, (index + 1) * maxEventsPerJob) },
    })),
  }
}

export function eventOf({ id, data }: Job): EmailedEvent {
  const { emailId = id, ...event } = jobData.parse(data)
  return { ...event, emailId }
}

export function eventsOf({ id, data }: Job): EmailedEvent[] {
  const { events } = batchData.parse(data)
  return events.map((event) => ({ ...event, emailId: `${id}-${event.position}` }))
}
