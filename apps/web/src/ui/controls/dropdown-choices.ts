import { useRef, type ReactNode } from 'react'

export type OptionId = string | number

/** An option. `valueKey` and `labelKey` say which properties hold its id and name (spec §3). */
export interface DropdownOption {
  [key: string]: unknown
  /** Shown in the closed box instead of the name. */
  short?: ReactNode
  /** Indent level. */
  depth?: number
  icon?: ReactNode
  className?: string
}

export interface DropdownChoice {
  option: DropdownOption
  id: OptionId
  /** Unique among the options, also where the number 1 and the text '1' are different ids. */
  key: string
  text: string
}

export function toChoice(option: DropdownOption, valueKey: string, labelKey: string): DropdownChoice {
  const id = option[valueKey]
  const text = option[labelKey]
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Error(`A dropdown option has no ${valueKey}`)
  return { option, id, key: `${typeof id}:${id}`, text: typeof text === 'string' ? text : String(id) }
}

/** Letters typed within this time of each other are one word. */
const pauseMs = 1000

const collator = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' })

/** Returns a function that takes typed letters one by one and finds the first choice that starts with them. */
export function useTypedChoice(choices: readonly DropdownChoice[]) {
  const typed = useRef({ text: '', at: 0 })
  return (letter: string): DropdownChoice | undefined => {
    const now = Date.now()
    const before = now - typed.current.at < pauseMs ? typed.current.text : ''
    const text = (before + letter).trimStart()
    typed.current = { text, at: now }
    if (text === '') return undefined
    return choices.find((choice) => collator.compare(choice.text.slice(0, text.length), text) === 0)
  }
}
