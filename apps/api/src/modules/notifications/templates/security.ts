import type { SecurityChange } from '#api/outbox/domain-events.ts'
import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

interface ChangeText {
  subject: string
  happened: (brand: string) => string
  /** Made by the operator: the owner cannot undo it, and knows that it was not a stranger. */
  isByOperator?: true
}

const texts: Readonly<Record<SecurityChange, ChangeText>> = {
  passkey_added: {
    subject: 'A passkey was added',
    happened: (brand) =>
      `A passkey was just added to your ${brand} account. It can log in without your password.`,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    happened: (brand) => `A passkey was just removed from your ${brand} account.`,
  },
  authenticator_app_added: {
    subject: 'An authenticator app was added',
    happened: (brand) => `An authenticator app was just added to your ${brand} account.`,
  },
  authenticator_app_removed: {
    subject: 'The authenticator app was removed',
    happened: (brand) => `The authenticator app was just removed from your ${brand} account.`,
  },
  recovery_codes_created: {
    subject: 'New recovery codes were created',
    happened: (brand) =>
      `New recovery codes were just created for your ${brand} account. Older ones no longer work.`,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: (brand) => `A recovery code of your ${brand} account was just used. It won’t work again.`,
  },
  second_factors_removed: {
    subject: 'Your second factor was removed',
    happened: (brand) =>
      `${brand} support removed the passkeys, authenticator app and recovery codes of your account and logged out all devices. Your password stays the same.`,
  },
  suspended: {
    subject: 'Your account is suspended',
    happened: (brand) =>
      `${brand} support has suspended your account and logged out all devices. Orders and their tickets stay valid.`,
    isByOperator: true,
  },
  reinstated: {
    subject: 'Your account is active again',
    happened: (brand) => `${brand} support has ended the suspension. You can log in again.`,
    isByOperator: true,
  },
  sessions_ended: {
    subject: 'All devices were logged out',
    happened: (brand) => `${brand} support has logged out all your devices. Log in again with your password.`,
    isByOperator: true,
  },
  password_replaced: {
    subject: 'Your password no longer works',
    happened: (brand) =>
      `${brand} support has made your password invalid and logged out all devices. Set a new one with “Forgot password” on the login page.`,
    isByOperator: true,
  },
  data_export_requested: {
    subject: 'An export of your data was requested',
    happened: (brand) =>
      `Someone who is logged in to your ${brand} account asked for an export of your data. We’ll email you when it is ready.`,
  },
  data_export_ready: {
    subject: 'The export of your data is ready',
    happened: () =>
      'Download it from your security settings before the date shown there. You’ll be asked to log in and to confirm that it’s you.',
  },
  wrong_codes: {
    subject: 'Wrong codes were entered for your account',
    happened: (brand) =>
      `Someone who knows the password of your ${brand} account, or uses one of your sessions, has entered at least ten wrong codes within a day.`,
  },
}

/** To the owner of an account whose factors have changed or are attacked. */
export function securityChangedEmail({
  firstName,
  brand,
  change,
  link,
}: {
  firstName: string
  brand: string
  change: SecurityChange
  /** The security settings. */
  link: string | undefined
}): EmailContent {
  const { subject, happened, isByOperator = false } = texts[change]
  return {
    subject: `${subject}: ${brand}`,
    firstName,
    paragraphs: [
      happened(brand),
      isByOperator
        ? 'If you have questions, contact us.'
        : 'If this wasn’t you, reset your password now and contact us.',
    ],
    ...(link !== undefined && !isByOperator && { action: { label: 'Open security settings', link } }),
  }
}

/** To the owner of an account, after a login on a device that it has not used before. */
export function newDeviceEmail({
  firstName,
  brand,
  device,
  network,
  at,
  link,
}: {
  firstName: string
  brand: string
  device: string
  /** Address range; empty if unknown. */
  network: string
  at: Date
  link: string | undefined
}): EmailContent {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return {
    subject: `Login from a new device: ${brand}`,
    firstName,
    paragraphs: [
      `Your ${brand} account was used to log in on a device that it has not used before.`,
      `Device: ${withoutLinks(toOneLine(device))}. Time: ${time} UTC.${network === '' ? '' : ` Network: ${network}.`}`,
      'If this was you, there is nothing to do. If not, change your password, which logs out all other devices, or end single sessions under “Sessions” in your security settings. Then contact us.',
    ],
    ...(link !== undefined && { action: { label: 'Open security settings', link } }),
  }
}

/** To a member whose team requires a second factor. */
export function secondFactorRequestedEmail({
  firstName,
  teamName,
  brand,
  from,
  link,
}: {
  firstName: string
  teamName: string
  brand: string
  from: Date
  link: string | undefined
}): EmailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(from)
  return {
    subject: `Set up a second factor by ${day}`,
    firstName,
    paragraphs: [
      `${teamName} now requires a second factor: a passkey or an authenticator app.`,
      `Set one up by ${day}. After that, ${brand} asks for it when you log in, before anything else.`,
    ],
    ...(link !== undefined && { action: { label: 'Set up a second factor', link } }),
  }
}
