import { clientsRoutes } from '@terrace/contracts/clients'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { wireClient } from '#web/test/client-factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { ClientField } from './client-field.tsx'

function Form() {
  const [text, setText] = useState('Lovelace')
  return (
    <QueryClientProvider client={createQueryClient()}>
      <ClientField label="Client" text={text} clientId={null} onType={setText} onChoose={() => undefined} />
    </QueryClientProvider>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' })

test('text and caret are kept when the client list loads during typing, and suggestions appear', async () => {
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient()],
    meta: { total: 1, page: 1, per_page: 50, last_page: 1, unused: 0, is_owner: true },
  }))
  render(<Form />)
  const user = userEvent.setup()
  const before = field()
  await user.type(before, 'Ada ', { initialSelectionStart: 0 })
  expect(field().value).toBe('Ada Lovelace')
  await waitFor(() => expect(field()).not.toBe(before))
  expect(document.activeElement).toBe(field())
  expect(field().selectionStart).toBe(4)
  await user.keyboard('K')
  expect(field().value).toBe('Ada KLovelace')
  await screen.findByRole('option', { name: /Add “Ada KLovelace”/ })
})
