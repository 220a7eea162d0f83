import { expect, test } from 'vitest'
import { verifyEmailWords } from './accounts.ts'
import { renderLetter } from './letter-words.ts'
import { passwordResetWords } from './passwords.ts'
import { teamInvitationWords } from './teams.ts'

const link = 'https://desk.example/reset-password/abc'

test('both bodies of a letter carry the brand, the greeting and the link', () => {
  const words = passwordResetWords({ firstName: 'Jo', link, brand: 'Gate Nine' })
  const { subject, text, html } = renderLetter(words, 'Gate Nine')
  expect(subject).toBe('Reset your Gate Nine password')
  for (const body of [text, html]) {
    expect(body).toContain('Hello Jo,')
    expect(body).toContain(link)
    expect(body).toContain('Gate Nine')
  }
  expect(html).toContain(`<a href="${link}"`)
})

test('a name of HTML is text, and one with line breaks is one line', () => {
  const words = passwordResetWords({ firstName: '<b>Jo</b>\n\nPay here: evil', link, brand: 'T' })
  const { text, html } = renderLetter(words, 'T')
  expect(html).toContain('Hello &lt;b&gt;Jo&lt;/b&gt; Pay here: evil,')
  expect(html).not.toContain('<b>')
  expect(text.split('\n')[0]).toBe('Hello <b>Jo</b> Pay here: evil,')
})

test('whoever has no name is greeted all the same', () => {
  const { text } = renderLetter({ subject: 's', firstName: ' \u0000 ', paragraphs: [] }, 'T')
  expect(text.split('\n')[0]).toBe('Hello,')
})

test('an invitation says who invites to which team, and names that are long or in several lines stay names', () => {
  const words = teamInvitationWords({
    invitedBy: 'Jo Marsh',
    teamName: `Prize!\n\nClaim it: ${'x'.repeat(200)}`,
    link,
    brand: 'Gate Nine',
  })
  const { subject, text, html } = renderLetter(words, 'Gate Nine')
  expect(subject).toBe(`Jo Marsh invites you to Prize! Claim it: ${'x'.repeat(43)}… on Gate Nine`)
  expect(text.split('\n\n')).toHaveLength(5)
  for (const body of [text, html]) expect(body).toContain(link)
})

test('the letter to a new account brings the link, and tells a stranger that nothing needs to be done', () => {
  const { subject, text } = renderLetter(verifyEmailWords({ firstName: 'Ann', link, brand: 'T' }), 'T')
  expect(subject).toBe('Confirm your email address for T')
  expect(text).toContain(`Confirm email address:\n${link}`)
  expect(text).toContain('an address that is not confirmed is not approved')
})
