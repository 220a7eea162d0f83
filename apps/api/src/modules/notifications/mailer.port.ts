/** A letter as a mailer takes it; both bodies say the same. */
export interface Letter {
  /**
   * The same with every attempt at one letter. It becomes the Message-ID, by which a mail server or reader knows a
   * letter that came twice.
   */
  id: string
  to: { name: string; address: string }
  /** Whose letter it is, where not ours: it comes from our address in their name. */
  fromName?: string
  /** Who is to have the answer, where there may be one. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** `refused`: the recipient's side will never take this letter, so that trying again is of no use. */
export type MailOutcome = { status: 'sent' } | { status: 'refused'; reason: string }

/** Whatever carries letters out of the house. `send` throws where a later attempt may succeed. */
export interface Mailer {
  send(letter: Letter): Promise<MailOutcome>
  close(): void
}
