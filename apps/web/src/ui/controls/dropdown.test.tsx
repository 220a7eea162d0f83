import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Dropdown, type DropdownProps } from './dropdown.tsx'
import type { OptionId } from './dropdown-choices.ts'

const options = Array.from('ABCDEFGHIJKLM', (name, index) => ({ id: index + 1, name }))

function Form({ onChange, ...props }: Partial<DropdownProps>) {
  const [value, setValue] = useState<OptionId | null>(props.value ?? null)
  return (
    <Dropdown
      label="Block"
      options={options}
      {...props}
      value={value}
      onChange={(newValue) => {
        setValue(newValue)
        onChange?.(newValue)
      }}
    />
  )
}

const box = () => screen.getByRole('button', { name: /Block/, expanded: false })
const clear = () => screen.queryByRole('button', { name: 'Clear Block' })

async function open() {
  const user = userEvent.setup()
  await user.click(box())
  await screen.findByRole('listbox')
  return user
}

describe('choosing', () => {
  test('[FORM-09] without a value the field reads "Select..."', () => {
    render(<Form />)
    expect(box().textContent).toBe('Select...')
  })

  test('[FORM-10] options have id and name by default', async () => {
    const onChange = vi.fn<(value: OptionId | null) => void>()
    render(<Form onChange={onChange} />)
    const user = await open()
    await user.click(screen.getByRole('option', { name: 'C' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(3)
    expect(box().textContent).toBe('C')
  })

  test('[FORM-10] the id and name keys are configurable', async () => {
    const onChange = vi.fn<(value: OptionId | null) => void>()
    render(
      <Form
        options={[{ code: 'GBP', title: 'Pound' }]}
        valueKey="code"
        labelKey="title"
        onChange={onChange}
      />,
    )
    const user = await open()
    await user.click(screen.getByRole('option', { name: 'Pound' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('GBP')
  })

  test('[FORM-11] an option may have a depth, an icon and a class name', async () => {
    render(<Form options={[{ id: 1, name: 'Deep', depth: 2, icon: <i>icon</i>, className: 'rose' }]} />)
    await open()
    const option = screen.getByRole('option', { name: /Deep/ })
    expect(option.className).toContain('rose')
    expect(option.textContent).toContain('icon')
    expect(option.querySelector<HTMLElement>('span[aria-hidden]')?.style.width).toBe('2rem')
  })
})

describe('the closed box', () => {
  test('typing chooses the first option that starts with the text', async () => {
    render(<Form options={[...options, { id: 20, name: 'ÉF' }, { id: 21, name: 'EG' }]} />)
    await userEvent.tab()
    await userEvent.keyboard('eg')
    expect(box().textContent).toBe('EG')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('arrow right and left choose the next and the previous option', async () => {
    render(<Form value={2} />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(box().textContent).toBe('C')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(box().textContent).toBe('A')
    await userEvent.keyboard('{ArrowLeft}')
    expect(box().textContent).toBe('A')
  })

  test.each([
    ['{ArrowDown}', 'A'],
    ['{Enter}', 'A'],
    [' ', 'A'],
    ['{ArrowUp}', 'M'],
  ])('the key %s opens the list at %s', async (key, focused) => {
    render(<Form />)
    await userEvent.tab()
    await userEvent.keyboard(key)
    await screen.findByRole('listbox')
    await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
  })

  test('the label moves the focus to the box', async () => {
    render(<Form />)
    await userEvent.click(screen.getByText('Block'))
    expect(document.activeElement).toBe(box())
  })
})

describe('clearing', () => {
  test('[FORM-04] a selected value can be cleared', async () => {
    const onChange = vi.fn<(value: OptionId | null) => void>()
    render(<Form value={2} onChange={onChange} />)
    const button = clear()
    expect(button).not.toBeNull()
    if (button) await userEvent.click(button)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null)
    expect(box().textContent).toBe('Select...')
  })

  test('[FORM-04] no clear button without a value or with clearing disabled', () => {
    const { unmount } = render(<Form />)
    expect(clear()).toBeNull()
    unmount()
    render(<Form value={2} isClearable={false} />)
    expect(clear()).toBeNull()
  })
})

describe('in error', () => {
  const error = 'Block is required'

  test('[FORM-05] [FORM-06] without a value the field shows an icon whose tooltip is the message', async () => {
    render(<Form error={error} isTouched />)
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: error }))
    expect((await screen.findByRole('tooltip')).textContent).toBe(error)
  })

  test('[FORM-05] with a value there is no error icon', () => {
    render(<Form value={1} error={error} isTouched />)
    expect(screen.queryByRole('button', { name: error })).toBeNull()
  })

  test('an untouched dropdown shows no error', () => {
    render(<Form error={error} />)
    expect(screen.queryByText(error)).toBeNull()
    expect(screen.queryByRole('button', { name: error })).toBeNull()
  })
})

test('clearing by keyboard moves the focus to the box', async () => {
  render(<Form value={2} />)
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(clear())
  await userEvent.keyboard('{Enter}')
  expect(clear()).toBeNull()
  expect(document.activeElement).toBe(box())
})

describe('the menu', () => {
  test('choosing the chosen option again closes it without a change', async () => {
    const onChange = vi.fn<(value: OptionId | null) => void>()
    render(<Form value={2} onChange={onChange} />)
    const user = await open()
    await user.click(screen.getByRole('option', { name: 'B' }))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(onChange).not.toHaveBeenCalled()
    // React Aria returns the focus in the next frame.
    await waitFor(() => expect(document.activeElement).toBe(box()))
  })

  test('[FORM-07] without options the menu reads "No options"', async () => {
    render(<Form options={[]} />)
    await open()
    expect(screen.getByRole('listbox').textContent).toBe('No options')
  })

  test('[FORM-08] while loading the menu reads "Loading..."', async () => {
    render(<Form isLoading />)
    await open()
    expect(screen.getByRole('listbox').textContent).toBe('Loading...')
  })

  test('[FORM-12] Page Down and Page Up move five options and stop at the ends', async () => {
    render(<Form value={1} />)
    const user = await open()
    const focused = () => document.activeElement?.textContent
    await waitFor(() => expect(focused()).toBe('A'))
    await user.keyboard('{PageDown}')
    expect(focused()).toBe('F')
    await user.keyboard('{PageDown}{PageDown}')
    expect(focused()).toBe('M')
    await user.keyboard('{PageUp}')
    expect(focused()).toBe('H')
    await user.keyboard('{PageUp}{PageUp}')
    expect(focused()).toBe('A')
  })

  test('[FORM-13] the menu is between 140 and 300 pixels high', async () => {
    vi.stubGlobal('innerHeight', 2000)
    render(<Form />)
    await open()
    const popover = document.querySelector<HTMLElement>('[data-trigger="Select"]')
    expect(popover?.style.minHeight).toBe('140px')
    expect(Number.parseFloat(popover?.style.maxHeight ?? '')).toBeLessThanOrEqual(300)
  })
})
