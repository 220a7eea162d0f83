import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { judgeAnswer, noAnswer, type PromptKind } from './prompt-answer.ts'
import { PromptDialog } from './prompt-dialog.tsx'

test('[FORM-16] a validation result starts as not valid, without data', () => {
  expect(noAnswer).toEqual({ isValid: false, data: '' })
})

test.each([
  ['email', ' jane@harbour.example ', 'jane@harbour.example'],
  ['email', "o'neil+tickets@mail.harbour.example", "o'neil+tickets@mail.harbour.example"],
  ['url', ' https://harbour.example/offer?id=1 ', 'https://harbour.example/offer?id=1'],
] as const)('[FORM-16] as %s "%s" is an answer', (kind, text, data) => {
  expect(judgeAnswer(kind, text)).toEqual({ isValid: true, data })
})

test.each<[PromptKind, string]>([
  ['email', ''],
  ['email', 'jane'],
  ['email', 'jane@harbour'],
  ['email', 'jane @harbour.example'],
  ['email', '<b>@harbour.example'],
  ['email', `${'a'.repeat(250)}@harbour.example`],
  ['url', ''],
  ['url', 'harbour.example'],
  ['url', 'javascript:alert(1)'],
  ['url', 'https://harbour example'],
])('[FORM-17] [FORM-18] as %s "%s" is none', (kind, text) => {
  expect(judgeAnswer(kind, text)).toEqual(noAnswer)
})

async function ask(kind: PromptKind) {
  const onConfirm = vi.fn<(answer: string) => void>()
  const onCancel = vi.fn<() => void>()
  render(
    <PromptDialog isOpen kind={kind} title="Send it" label="To" onConfirm={onConfirm} onCancel={onCancel} />,
  )
  return { onConfirm, onCancel, field: await screen.findByLabelText<HTMLInputElement>('To') }
}

test.each([
  ['email', 'jane@', 'Invalid email address'],
  ['url', 'harbour', 'Invalid URL'],
] as const)(
  '[FORM-17] [FORM-18] a bad %s is refused in words, and the dialog stays',
  async (kind, text, words) => {
    const { field, onConfirm } = await ask(kind)
    expect(screen.queryByText(words)).toBeNull()
    await userEvent.type(field, `${text}{Enter}`)
    expect(screen.getByText(words)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(onConfirm).not.toHaveBeenCalled()
  },
)

test('[FORM-17] a good address goes on without the spaces around it', async () => {
  const { field, onConfirm } = await ask('email')
  await userEvent.type(field, ' jane@harbour.example ')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('jane@harbour.example')
})

test('[FORM-18] Esc leaves without an answer', async () => {
  const { onCancel, onConfirm } = await ask('url')
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})
