import { money } from '@terrace/domain/money/money'
import { expect, test } from 'vitest'
import { verificationEmail } from './accounts.ts'
import { renderEmail } from './email-content.ts'
import { paymentRefundedEmail } from './orders.ts'
import { passwordResetEmail } from './passwords.ts'
import { quoteSentEmail } from './quotes.ts'
import { teamInvitationEmail } from './teams.ts'

const link = 'https://desk.example/reset-password/abc'

test('both bodies of an email contain the brand, the greeting and the link', () => {
  const content = passwordResetEmail({ firstName: 'Jo', link, brand: 'Gate Nine' })
  const { subject, text, html } = renderEmail(content, 'Gate Nine')
  expect(subject).toBe('Reset your Gate Nine password')
  for (const body of [text, html]) {
    expect(body).toContain('Hello Jo,')
    expect(body).toContain(link)
    expect(body).toContain('Gate Nine')
  }
  expect(html).toContain(`<a href="${link}"`)
})

test('HTML in a name is escaped, and line breaks are collapsed', () => {
  const content = passwordResetEmail({ firstName: '<b>Jo</b>\n\nPay here: evil', link, brand: 'T' })
  const { text, html } = renderEmail(content, 'T')
  expect(html).toContain('Hello &lt;b&gt;Jo&lt;/b&gt; Pay here: evil,')
  expect(html).not.toContain('<b>')
  expect(text.split('\n')[0]).toBe('Hello <b>Jo</b> Pay here: evil,')
})

test('a message to an unknown address is marked as the sender’s and has no links in either body', () => {
  const { subject, text, html } = renderEmail(
    quoteSentEmail({
      teamName: 'Login at bank.example',
      title: 'Reset at https://evil.example/x',
      message:
        'Go to https://evil.example/login?a=1\nor www.evil.example, or write to me@evil.example.\n//10.0.0.1/x at 7.30, £12.50',
      event: {
        title: 'Arsenal v Chelsea',
        localAt: '2027-05-01T15:00',
        dateConfirmed: true,
        timeConfirmed: true,
        venueName: 'Emirates',
        city: 'London',
      },
      expiresAt: new Date('2027-04-01T12:00:00Z'),
      alternativeCount: null,
      link,
    }),
    'T',
  )
  expect(text).toContain(
    [
      'Login at bank[.]example writes:',
      '> Go to https[:]//evil[.]example/login?a=1',
      '> or www[.]evil[.]example, or write to me@evil[.]example.',
      '> //10.0.0.1/x at 7.30, £12.50',
    ].join('\n'),
  )
  expect(html).toContain('<blockquote')
  for (const body of [subject, text, html])
    expect(body).not.toMatch(/https?:\/\/(?!desk\.example)|(evil|bank)\.example/)
  expect(html.match(/<a /g)).toHaveLength(1)
})

test('the greeting works without a name', () => {
  const { text } = renderEmail({ subject: 's', firstName: ' \u0000 ', paragraphs: [] }, 'T')
  expect(text.split('\n')[0]).toBe('Hello,')
})

test('an invitation names the inviter and the team, each cut to one short line', () => {
  const content = teamInvitationEmail({
    invitedBy: 'Jo Marsh',
    teamName: `Prize!\n\nClaim it: ${'x'.repeat(200)}`,
    link,
    brand: 'Gate Nine',
  })
  const { subject, text, html } = renderEmail(content, 'Gate Nine')
  expect(subject).toBe(`Jo Marsh invites you to Prize! Claim it: ${'x'.repeat(43)}… on Gate Nine`)
  expect(text.split('\n\n')).toHaveLength(5)
  for (const body of [text, html]) expect(body).toContain(link)
})

test('the verification email contains the link and can be ignored by a stranger', () => {
  const { subject, text } = renderEmail(verificationEmail({ firstName: 'Ann', link, brand: 'T' }), 'T')
  expect(subject).toBe('Confirm your email address for T')
  expect(text).toContain(`Confirm email address:\n${link}`)
  expect(text).toContain('If this wasn’t you, ignore this email.')
})

test.each([
  [true, 'Your payment of £89.25 was refunded', /^We’ve refunded £89\.25 in full\./m, /charged/],
  [false, 'Your payment of £89.25 wasn’t completed', /^You weren’t charged\./m, /refund/],
])(
  'emails about a payment without an order say refunded or never charged: captured %s',
  (wasCaptured, expectedSubject, truth, contradiction) => {
    const amount = money(89_25, 'GBP')
    const content = paymentRefundedEmail({ firstName: 'Jo', amount, reason: 'Sold.', wasCaptured, link })
    const { subject, text } = renderEmail(content, 'Gate Nine')
    expect(subject).toBe(expectedSubject)
    expect(text).toMatch(truth)
    expect(text).not.toMatch(contradiction)
  },
)
