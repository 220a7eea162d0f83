import { useState } from 'react'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import type { OptionId } from '#web/ui/controls/dropdown-choices.ts'
import { MapPinIcon } from '../icons.ts'
import { PhoneInput } from '#web/ui/controls/phone-input.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Sample, Section } from './section.tsx'

const categories = [
  { id: 1, name: 'Football' },
  { id: 2, name: 'Premier League', depth: 1 },
  { id: 3, name: 'Arsenal FC', depth: 2, icon: <MapPinIcon aria-hidden className="size-4 text-muted" /> },
  { id: 4, name: 'Chelsea FC', depth: 2 },
  { id: 5, name: 'Formula 1' },
  { id: 6, name: 'NFL' },
  { id: 7, name: 'Concerts' },
  { id: 8, name: 'Declined', className: 'text-danger' },
]
const codes = [
  { iso: 'GB', dial: 'GB +44' },
  { iso: 'CH', dial: 'CH +41' },
  { iso: 'US', dial: 'US +1' },
]

export function Fields() {
  const [text, setText] = useState('jane@harbourbox.example')
  const [name, setName] = useState('')
  const [isTouched, setTouched] = useState(true)
  const [category, setCategory] = useState<OptionId | null>(3)
  const [missing, setMissing] = useState<OptionId | null>(null)
  const [phone, setPhone] = useState('7946012')
  const [query, setQuery] = useState('')
  const [full, setFull] = useState('arsenal')
  return (
    <Section title="Fields">
      <Sample name="Text field: valid, in error, described, disabled" isStacked>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Email address"
            value={text}
            onChange={setText}
            isValid={text.includes('@')}
            type="email"
          />
          <TextField
            label="Username"
            value={name}
            onChange={setName}
            error={name === '' ? 'Username is required' : undefined}
            isTouched={isTouched}
            onBlur={() => setTouched(true)}
            isRequired
          />
          <TextField
            label="Client name"
            value=""
            onChange={() => undefined}
            placeholder="Harbour Box Office"
            description="Shown on the quote."
          />
          <TextField label="Disabled" value="Not now" onChange={() => undefined} isDisabled />
        </div>
      </Sample>
      <Sample name="Dropdown: selected, required, loading, empty" isStacked>
        <div className="grid gap-4 sm:grid-cols-2">
          <Dropdown label="Category" options={categories} value={category} onChange={setCategory} />
          <Dropdown
            label="Base currency"
            options={[
              { code: 'GBP', title: 'British pound' },
              { code: 'EUR', title: 'Euro' },
            ]}
            valueKey="code"
            labelKey="title"
            value={missing}
            onChange={setMissing}
            error="Base currency is required"
            isTouched
          />
          <Dropdown label="Loading" options={[]} value={null} onChange={() => undefined} isLoading />
          <Dropdown label="Empty" options={[]} value={null} onChange={() => undefined} />
        </div>
      </Sample>
      <Sample name="Phone" isStacked>
        <PhoneInput
          label="Phone number"
          value={phone}
          onChange={setPhone}
          codes={codes.map(({ iso, dial }) => ({ id: iso, name: dial }))}
          code="GB"
          onCodeChange={() => undefined}
          error={phone.length < 6 ? 'Too short' : undefined}
          isTouched
        />
      </Sample>
      <Sample name="Search" isStacked>
        <SearchField
          label="Search"
          value={query}
          onChange={setQuery}
          placeholder="Search events, teams, venues"
          shortcut="/"
        />
        <SearchField
          label="Search the catalogue"
          value={full}
          onChange={setFull}
          placeholder="Team, event, venue or city"
          size="lg"
          isLoading
        />
      </Sample>
    </Section>
  )
}
