import { join } from 'node:path'
import { z } from 'zod'
import { appVariables } from './app.ts'
import { dataFolder } from './storage.ts'
import { described, productionProblems } from './variable.ts'

export const mailVariables = {
  SMTP_URL: described(z.url({ protocol: /^smtps?$/ }).optional(), {
    meaning: 'The mail server. Without it, the demo stores emails and shows them at `/dev/mail`.',
    example: 'smtps://user:password@mail.example.com',
    default: 'none; required in production',
  }),
  MAIL_FROM: described(
    z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an email address')
      .optional(),
    {
      meaning: 'The sender of emails.',
      example: 'Tickets <post@tickets.example.com>',
      default: 'the brand at localhost',
    },
  ),
}

export interface MailConfig {
  mail: {
    /** Undefined outside production: emails are stored in `folder`. */
    smtpUrl: string | undefined
    from: string
    folder: string
  }
}

export const mailConfig = z
  .object({ ...mailVariables, BRAND: appVariables.BRAND, DATA_DIR: dataFolder })
  .transform((values): MailConfig => ({
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM ?? `${values.BRAND} <post@localhost>`,
      folder: join(values.DATA_DIR, 'mail'),
    },
  }))

export const mailInProduction = productionProblems(({ SMTP_URL: url }) => ({
  SMTP_URL: url === undefined ? 'production needs a mail server' : undefined,
}))
