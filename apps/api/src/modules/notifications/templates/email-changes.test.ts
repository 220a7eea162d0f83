import { expect, test } from 'vitest'
import { emailChangedEmail, emailChangeEmail } from './email-changes.ts'
import { renderEmail } from './email-content.ts'

const link = 'https://terrace.example/change-email/t'

test('a new address is asked to confirm', () => {
  const { subject, text } = renderEmail(
    emailChangeEmail({ firstName: 'Ann', brand: 'Terrace', link }),
    'Terrace',
  )
  expect(subject).toBe('Confirm your new email address for Terrace')
  expect(text).toContain(link)
  expect(text).toContain('expires in 24 hours')
})

test('the owner of an address learns that someone tried to use it, without a link', () => {
  const { subject, text } = renderEmail(
    emailChangeEmail({ firstName: 'Ann', brand: 'Terrace', link: undefined }),
    'Terrace',
  )
  expect(subject).toBe('Someone tried to use your email address: Terrace')
  expect(text).toContain('nothing has changed')
  expect(text).not.toContain('https://')
})

test('the previous address learns of the change and can undo it', () => {
  const { text } = renderEmail(
    emailChangedEmail({ firstName: 'Ann', brand: 'Terrace', newEmail: 'a…@example.test', link }),
    'Terrace',
  )
  expect(text).toContain('changed to a…@example.test')
  expect(text).toContain('undo it within 72 hours')
  expect(text).toContain(link)
})
