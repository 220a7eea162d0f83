import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CommandList } from './command-list.tsx'

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/operations.md'), 'utf8')

test.each(['seller', 'operator'] as const)(
  'the page of a role lists commands of the guide only: %s',
  (role) => {
    const { container } = render(<CommandList of={role} />)
    const commands = [...container.querySelectorAll('li code')].map(({ textContent }) => textContent)
    expect(commands).not.toEqual([])
    const unknown = commands.filter(
      (command) =>
        !guide.includes(command) && !guide.includes(`\`${command.replace('npm run admin -- ', '')}\``),
    )
    expect(unknown).toEqual([])
  },
)
