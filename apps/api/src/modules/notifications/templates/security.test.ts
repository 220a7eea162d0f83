import { expect, test } from 'vitest'
import { securityChanges, type SecurityChange } from '#api/outbox/domain-events.ts'
import { renderEmail } from './email-content.ts'
import { newDeviceEmail, secondFactorRequestedEmail, securityChangedEmail } from './security.ts'

const byOperator = ['suspended', 'reinstated', 'sessions_ended', 'password_replaced'] as const
const byOwner = securityChanges.filter((change) => !byOperator.some((each) => each === change))
const link = 'https://terrace.example/profile?tab=security'

function rendered(change: SecurityChange): { subject: string; text: string } {
  return renderEmail(securityChangedEmail({ firstName: 'Ann', brand: 'Terrace', change, link }), 'Terrace')
}

test.each(byOwner)('%s: the email says what changed, and what to do if it was someone else', (change) => {
  const { subject, text } = rendered(change)
  expect(subject).toMatch(/^[A-Z].*: Terrace$/)
  expect(text).toContain('Hello Ann,')
  expect(text).toContain('If this wasn’t you, reset your password now and contact us.')
  expect(text).toContain(link)
})

test.each(byOperator)('%s: the email says that support did it, and asks for no new password', (change) => {
  const { subject, text } = rendered(change)
  expect(subject).toMatch(/^[A-Z].*: Terrace$/)
  expect(text).toContain('Terrace support has')
  expect(text).toContain('If you have questions, contact us.')
  expect(text).not.toContain(link)
})

test('a member learns which team requires a second factor, and until when', () => {
  const { subject, text } = renderEmail(
    secondFactorRequestedEmail({
      firstName: 'Ann',
      teamName: 'Harbour Box Office',
      brand: 'Terrace',
      from: new Date('2031-02-10T12:00:00Z'),
      link: undefined,
    }),
    'Terrace',
  )
  expect(subject).toBe('Set up a second factor by 10 February 2031')
  expect(text).toContain('Harbour Box Office now requires a second factor')
})

test('a login on a new device names device, time and network, and how to end the sessions', () => {
  const email = (device: string, network: string) =>
    renderEmail(
      newDeviceEmail({
        firstName: 'Ann',
        brand: 'Terrace',
        device,
        network,
        at: new Date('2031-02-10T12:00:00Z'),
        link,
      }),
      'Terrace',
    )
  const { subject, text } = email('Safari on iOS', '203.0.113.0/24')
  expect(subject).toBe('Login from a new device: Terrace')
  expect(text).toContain(
    'Device: Safari on iOS. Time: 10 February 2031 at 12:00 UTC. Network: 203.0.113.0/24.',
  )
  expect(text).toContain('change your password, which logs out all other devices')
  expect(text).toContain(link)
  // The device names itself.
  expect(email('log in at evil.example', '').text).toContain('Device: log in at evil[.]example. Time:')
})
