import type { Job } from 'pg-boss'
import type { Logger } from 'pino'
import type { Topic } from '#api/outbox/domain-events.ts'
import { createLimiter } from '#api/shared/concurrency/concurrency-limit.ts'
import { inRootSpan } from '#api/tracing/active-span.ts'
import { isUrgent, type EmailedEvent } from './email-jobs.ts'
import type { EmailAttachment, Mailer } from './mailer.port.ts'
import { toOneLine, renderEmail, type EmailContent } from './templates/email-content.ts'

interface ComposedEmail {
  email: string
  content: EmailContent
  /** Sender name if the email is not ours. */
  brand?: string
  replyTo?: string
  /** Creates the attachments. Called when the email is sent, so that only a few exist at a time. */
  attach?: () => Promise<readonly EmailAttachment[]>
}

/** The emails an event sends; `undefined` for none. */
type ComposeEmails = (
  payload: Record<string, unknown>,
) => Promise<ComposedEmail | readonly ComposedEmail[] | undefined>

export interface EmailSenderOptions {
  mailer: Mailer
  logger: Logger
  brand: string
  composers: Partial<Record<Topic, ComposeEmails>>
}

interface JobOfEvents {
  job: Job
  events: readonly EmailedEvent[]
}

/** The number of connections to an SMTP server. More emails would only wait here, where no other process can take them. */
const maxConcurrentEvents = 5

/** Shorter than the job store waits for its jobs when it stops (background-work.ts), so that they can still be completed. */
const stopMs = 3000

/** Composes and sends the emails of events. */
export function createEmailSender({ mailer, logger, brand, composers }: EmailSenderOptions) {
  const composerOf = new Map<string, ComposeEmails>(Object.entries(composers))
  const withPermit = createLimiter(maxConcurrentEvents)
  /** Functions that end the waits in `sendAll`, so that emails still unsent count as failed when the sender stops. */
  const waitsToEnd = new Set<() => void>()
  let isStopping = false

  async function send(event: EmailedEvent): Promise<boolean> {
    const emails = [(await composerOf.get(event.topic)?.(event.payload)) ?? []].flat()
    if (isUrgent(event)) return await sendEach(event, emails)
    return await withPermit(async () => !isStopping && (await sendEach(event, emails)))
  }

  async function sendEach(event: EmailedEvent, emails: ComposedEmail[]): Promise<true> {
    const { topic, emailId } = event
    for (const [index, { email, content, replyTo, attach, ...rest }] of emails.entries()) {
      const attachments = (await attach?.()) ?? []
      // If a later email fails, all emails of the event are sent again; with stable ids, the recipient's server drops duplicates.
      const id = index === 0 ? emailId : `${emailId}-${index}`
      const outcome = await mailer.send({
        id,
        isUrgent: isUrgent(event),
        to: { name: content.firstName, address: email },
        ...(rest.brand !== undefined && { fromName: toOneLine(rest.brand) }),
        ...(replyTo !== undefined && { replyTo }),
        ...(attachments.length > 0 && { attachments }),
        ...renderEmail(content, rest.brand ?? brand),
      })
      if (outcome.status === 'rejected') logger.warn({ topic, reason: outcome.reason }, 'email rejected')
      else logger.info({ topic, emailId: id }, 'email sent')
    }
    return true
  }

  async function attempt(event: EmailedEvent): Promise<boolean> {
    const { topic, emailId, traceparent: parent } = event
    const attributes = { 'messaging.destination.name': topic, 'messaging.message.id': emailId }
    try {
      return await inRootSpan(`email ${topic}`, { kind: 'consumer', parent, attributes }, () => send(event))
    } catch (error) {
      logger.warn({ err: error, emailId: event.emailId }, 'email delivery failed; will retry')
      return false
    }
  }

  /** Sends emails concurrently, but those about one order one after another, in event order. */
  function startAll(events: readonly EmailedEvent[]): ReadonlyMap<EmailedEvent, Promise<boolean>> {
    const latest = new Map<unknown, Promise<boolean>>()
    const sending = new Map<EmailedEvent, Promise<boolean>>()
    for (const event of events.toSorted((left, right) => left.position - right.position)) {
      const subject = event.payload['orderId'] ?? event.emailId
      const before = latest.get(subject)
      const sent = before ? before.then(() => attempt(event)) : attempt(event)
      latest.set(subject, sent)
      sending.set(event, sent)
    }
    return sending
  }

  return {
    /**
     * Sends the emails of all jobs. Calls `end` for each job once its emails were sent or failed, with the events to send
     * again, and returns the results.
     */
    async sendAll<Result>(
      jobs: readonly JobOfEvents[],
      end: (job: Job, unsent: readonly EmailedEvent[]) => Result | Promise<Result>,
    ): Promise<Result[]> {
      const sending = startAll(jobs.flatMap(({ events }) => events))
      return await Promise.all(
        jobs.map(async ({ job, events }) => {
          const unsent = new Set(events)
          const ends = events.map(async (event) => {
            if (await sending.get(event)) unsent.delete(event)
          })
          const stopped = Promise.withResolvers<void>()
          waitsToEnd.add(stopped.resolve)
          await Promise.race([Promise.all(ends), stopped.promise])
          waitsToEnd.delete(stopped.resolve)
          return await end(job, [...unsent])
        }),
      )
    },
    /** Starts no more emails, except those about security. Emails that are not sent soon count as failed. */
    stop(): void {
      isStopping = true
      setTimeout(() => {
        for (const endWait of waitsToEnd) endWait()
      }, stopMs).unref()
    },
  }
}
