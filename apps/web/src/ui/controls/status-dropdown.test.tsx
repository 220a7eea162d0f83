import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { StatusDropdown } from './status-dropdown.tsx'

const statuses = [
  { id: 'Active', name: 'Active' },
  { id: 'Declined', name: 'Declined' },
  { id: 'Expired', name: 'Expired' },
  { id: 'Fullfilled', name: 'Fulfilled', tone: 'accent' },
] as const

let changes: (string | null)[] = []

function Form() {
  const [status, setStatus] = useState<(typeof statuses)[number]['id'] | null>(null)
  return (
    <StatusDropdown
      label="Status"
      statuses={statuses}
      value={status}
      onChange={(newStatus) => {
        changes.push(newStatus)
        setStatus(newStatus)
      }}
    />
  )
}

const box = () => screen.getByRole('button', { name: /^(?!Clear).*Status/ })

async function open() {
  await userEvent.click(box())
  return (name: string) => screen.findByRole('option', { name })
}

test('[PROFILE-01] "Active" and "Declined" each have their own colour', async () => {
  render(<Form />)
  const option = await open()
  expect((await option('Active')).className).toContain('text-ok')
  expect((await option('Declined')).className).toContain('text-danger')
  expect((await option('Expired')).className).not.toMatch(/text-(ok|danger)/)
})

test('a status is selected by its wire name, shown by its label and can be cleared', async () => {
  changes = []
  render(<Form />)
  const option = await open()
  await userEvent.click(await option('Fulfilled'))
  expect(box().textContent).toContain('Fulfilled')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Status' }))
  expect(box().textContent).toContain('Any status')
  expect(changes).toEqual(['Fullfilled', null])
})
