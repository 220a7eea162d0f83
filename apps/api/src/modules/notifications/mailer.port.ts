export interface EmailMessage {
  /** Stable across retries. Used as Message-ID, so servers and mail clients recognise duplicates. */
  id: string
  to: { name: string; address: string }
  /** Sender name if the email is not ours; the sender address stays ours. */
  fromName?: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** `rejected`: the recipient's server will never accept this email, so retrying is pointless. */
export type MailOutcome = { status: 'sent' } | { status: 'rejected'; reason: string }

/** `send` throws if a later attempt may succeed. */
export interface Mailer {
  send(message: EmailMessage): Promise<MailOutcome>
  close(): void
}
