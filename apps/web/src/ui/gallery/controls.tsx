import { useState } from 'react'
import { Avatar } from '#web/ui/data-display/avatar.tsx'
import { Badge, CountBadge, StatusPill } from '#web/ui/data-display/badge.tsx'
import { Button, type ButtonTone } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { BookmarkIcon, PlusIcon, QuoteIcon, SplitIcon, EyeOffIcon, IdCardIcon } from '../icons.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { TooltipIcon } from '#web/ui/overlay/tooltip-icon.tsx'
import { Sample, Section } from './section.tsx'

const tones: ButtonTone[] = ['primary', 'secondary', 'quiet', 'danger']
const quantities = [
  { value: 'any', label: 'Any' },
  ...['1', '2', '3', '4'].map((value) => ({ value, label: value, name: `${value} tickets` })),
  { value: '5', label: '5+', name: '5 tickets or more' },
]

export function Controls() {
  const [quantity, setQuantity] = useState('2')
  const [number, setNumber] = useState<number | null>(2)
  const [manyNumber, setManyNumber] = useState<number | null>(8)
  const [isOn, setOn] = useState(true)
  const [isInHand, setInHand] = useState(false)
  const [isTracked, setTracked] = useState(true)
  const [isAgreed, setAgreed] = useState(true)
  return (
    <Section title="Controls">
      <Sample name="Button" isStacked>
        {tones.map((tone) => (
          <div key={tone} className="flex flex-wrap items-center gap-3">
            <Button tone={tone} size="sm">
              Hold
            </Button>
            <Button tone={tone}>Check out</Button>
            <Button tone={tone} icon={<PlusIcon className="size-4" />}>
              Add
            </Button>
            <Button tone={tone} isPending pendingLabel="Loading">
              Login
            </Button>
            <Button tone={tone} isDisabled>
              Disabled
            </Button>
          </div>
        ))}
        <Button tone="primary" size="lg" isFullWidth>
          Check out · £516.60
        </Button>
      </Sample>
      <Sample name="Icon button, tooltip, icons with tooltips">
        <IconButton label="Quote" icon={<QuoteIcon />} tone="outline" size="sm" />
        <IconButton
          label={isTracked ? 'Stop tracking' : 'Track'}
          icon={<BookmarkIcon />}
          tone="outline"
          size="sm"
          isActive={isTracked}
          onPress={() => setTracked(!isTracked)}
        />
        <IconButton label="Quote" icon={<QuoteIcon />} />
        <IconButton label="Quote" icon={<QuoteIcon />} isDisabled />
        <span className="ml-4 inline-flex gap-2">
          <TooltipIcon text="Sold in multiples" icon={<SplitIcon />} />
          <TooltipIcon text="Restricted view" icon={<EyeOffIcon />} />
          <TooltipIcon text="Attendee identification details required" icon={<IdCardIcon />} />
        </span>
      </Sample>
      <Sample name="Segmented, chips">
        <Segmented label="Tickets" segments={quantities} value={quantity} onChange={setQuantity} />
        <Chip isSelected={isOn} onChange={setOn}>
          E-ticket
        </Chip>
        <Chip isSelected={isInHand} onChange={setInHand}>
          In hand
        </Chip>
        <Chip isSelected={false} onChange={() => undefined} isDisabled>
          Hospitality
        </Chip>
      </Sample>
      <Sample name="Number chooser: few, one, disabled, many">
        <NumberChooser label="Tickets" numbers={[1, 2, 4]} value={number} onChange={setNumber} />
        <NumberChooser label="Tickets" numbers={[2]} value={2} onChange={() => undefined} />
        <NumberChooser
          label="Tickets"
          numbers={[1, 2, 3, 5]}
          value={2}
          onChange={() => undefined}
          isDisabled
        />
        <NumberChooser
          label="Tickets"
          numbers={Array.from({ length: 20 }, (_, index) => index + 1)}
          value={manyNumber}
          onChange={setManyNumber}
        />
      </Sample>
      <Sample name="Badges, states, avatar">
        <Badge>9 days</Badge>
        <Badge tone="signal">Hot</Badge>
        <Badge tone="accent">New</Badge>
        <Badge tone="danger">Sold out</Badge>
        <StatusPill tone="info">Confirmed</StatusPill>
        <StatusPill tone="ok">Fulfilled</StatusPill>
        <StatusPill tone="signal">Pending</StatusPill>
        <StatusPill tone="danger">Cancelled</StatusPill>
        <StatusPill>Expired</StatusPill>
        <span className="relative inline-flex">
          <Avatar name="Jane Miller" />
          <CountBadge count={5} label="3 orders and 2 quotes" className="absolute -top-2 -right-2" />
        </span>
        <Kbd>/</Kbd>
      </Sample>
      <Sample name="Checkbox">
        <Checkbox isSelected={isAgreed} onChange={setAgreed}>
          Save this card
        </Checkbox>
        <Checkbox isSelected={false} onChange={() => undefined} isDisabled>
          Not now
        </Checkbox>
      </Sample>
    </Section>
  )
}
