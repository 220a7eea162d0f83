import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

async function openDialog() {
  const onConfirm = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  render(
    <ConfirmDialog
      isOpen
      title="Cancel purchase"
      message="All tickets will be released."
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel purchase' })
  return { dialog, onConfirm, onCancel }
}

test('[SESSION-13] the dialog shows its title and message, and calls the confirm handler', async () => {
  const { dialog, onConfirm, onCancel } = await openDialog()
  expect(dialog.textContent).toContain('All tickets will be released.')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onCancel).not.toHaveBeenCalled()
})

test.each([
  ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Esc', () => userEvent.keyboard('{Escape}')],
])('[SESSION-13] %s calls the cancel handler', async (_, dismiss) => {
  const { onConfirm, onCancel } = await openDialog()
  await dismiss()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('over another dialog, a confirmation focuses its first button and gives the focus back', async () => {
  function Nested() {
    const [isConfirming, setConfirming] = useState(false)
    return (
      <Dialog title="Edit client" isOpen onClose={() => {}}>
        <button type="button" onClick={() => setConfirming(true)}>
          Delete
        </button>
        <ConfirmDialog
          isOpen={isConfirming}
          title="Delete this client?"
          message="This can’t be undone."
          tone="danger"
          onCancel={() => setConfirming(false)}
          onConfirm={() => setConfirming(false)}
        />
      </Dialog>
    )
  }
  render(<Nested />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Delete this client?' })
  const cancel = within(confirmation).getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
})
