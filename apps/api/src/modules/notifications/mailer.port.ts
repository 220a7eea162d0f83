export interface EmailAttachment {
  filename: string
  contentType: string
  bytes: Uint8Array
}

export interface EmailMessage {
  /** Stable across retries. Used as Message-ID, so servers and mail clients recognise duplicates. */
  id: string
  to: { name: string; address: string }
  /** Whether it is sent without waiting for emails that are not urgent. */
  isUrgent?: boolean
  /** Sender name if the email is not ours; the sender address stays ours. */
  fromName?: string
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: readonly EmailAttachment[]
}

/** `rejected`: the recipient's server will never accept this email, so retrying is pointless. */
export type MailOutcome = { status: 'sent' } | { status: 'rejected'; reason: string }

/** `send` throws if a later attempt may succeed. */
export interface Mailer {
  send(message: EmailMessage): Promise<MailOutcome>
  close(): void
}
