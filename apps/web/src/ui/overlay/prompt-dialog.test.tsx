import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { validatePrompt, invalidPrompt, type PromptKind } from './validate-prompt.ts'
import { PromptDialog } from './prompt-dialog.tsx'

test('[FORM-16] a validation result is initially invalid and empty', () => {
  expect(invalidPrompt).toEqual({ isValid: false, data: '' })
})

test.each([
  ['email', ' jane@harbour.example ', 'jane@harbour.example'],
  ['email', "o'neil+tickets@mail.harbour.example", "o'neil+tickets@mail.harbour.example"],
  ['url', ' https://harbour.example/offer?id=1 ', 'https://harbour.example/offer?id=1'],
] as const)('[FORM-16] the %s "%s" is valid', (kind, text, data) => {
  expect(validatePrompt(kind, text)).toEqual({ isValid: true, data })
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
])('[FORM-17] [FORM-18] the %s "%s" is invalid', (kind, text) => {
  expect(validatePrompt(kind, text)).toEqual(invalidPrompt)
})

async function openDialog(kind: PromptKind) {
  const onConfirm = vi.fn<(value: string) => void>()
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
  '[FORM-17] [FORM-18] an invalid %s shows an error and keeps the dialog open',
  async (kind, text, message) => {
    const { field, onConfirm } = await openDialog(kind)
    expect(screen.queryByText(message)).toBeNull()
    await userEvent.type(field, `${text}{Enter}`)
    expect(screen.getByText(message)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(onConfirm).not.toHaveBeenCalled()
  },
)

test('[FORM-17] a valid address is confirmed without surrounding spaces', async () => {
  const { field, onConfirm } = await openDialog('email')
  await userEvent.type(field, ' jane@harbour.example ')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('jane@harbour.example')
})

test('[FORM-18] Esc cancels without a value', async () => {
  const { onCancel, onConfirm } = await openDialog('url')
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})
