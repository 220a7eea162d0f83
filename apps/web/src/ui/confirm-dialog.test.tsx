import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

async function ask() {
  const onConfirm = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  render(
    <ConfirmDialog
      isOpen
      title="Cancel purchase"
      message="All tickets are given back."
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel purchase' })
  return { dialog, onConfirm, onCancel }
}

test('[SESSION-13] the dialog shows its title and message, and calls the confirm handler', async () => {
  const { dialog, onConfirm, onCancel } = await ask()
  expect(dialog.textContent).toContain('All tickets are given back.')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onCancel).not.toHaveBeenCalled()
})

test.each([
  ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Esc', () => userEvent.keyboard('{Escape}')],
])('[SESSION-13] %s calls the cancel handler', async (_, leave) => {
  const { onConfirm, onCancel } = await ask()
  await leave()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})
