import { useState } from 'react'
import { Art, TwoToneDisc, type ArtPattern } from '#web/ui/data-display/art.tsx'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { DateTile } from '#web/ui/data-display/date-tile.tsx'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Cell, Column, Row, Table, TableHeader, TwoLines } from '#web/ui/data-display/table.tsx'
import { Sample, Section } from './section.tsx'

const cards: {
  pattern: ArtPattern
  title: string
  place: string
  colours?: [string, string]
  day: string
}[] = [
  {
    pattern: 'pitch',
    title: 'Arsenal v Manchester United',
    place: 'Emirates Stadium, London',
    colours: ['#b5122b', '#7a0b1c'],
    day: '5',
  },
  { pattern: 'track', title: 'Las Vegas Grand Prix', place: 'Las Vegas Strip Circuit', day: '29' },
  {
    pattern: 'field',
    title: 'Eagles at Cowboys',
    place: 'AT&T Stadium, Arlington',
    colours: ['#003594', '#041e42'],
    day: '7',
  },
  { pattern: 'stage', title: 'Mahler 5, van Zweden', place: 'David Geffen Hall, New York', day: '12' },
  { pattern: 'court', title: 'Knicks v Celtics', place: 'Madison Square Garden', day: '18' },
  { pattern: 'ice', title: 'Rangers v Bruins', place: 'Madison Square Garden', day: '21' },
]
const rows = [
  {
    section: 'Block 112',
    level: 'Upper tier',
    row: 'R 22 · 318–319',
    numbers: [1, 2],
    price: '£85.00',
    total: '£170.00',
    scale: 'bg-scale-1',
  },
  {
    section: 'Block 25',
    level: 'Lower tier',
    row: 'R 18 · 401–403',
    numbers: [1, 3],
    price: '£118.00',
    total: '£118.00',
    scale: 'bg-scale-2',
  },
  {
    section: 'Club 54',
    level: 'Club level',
    row: 'R 3 · 1060–1063',
    numbers: [2, 4],
    price: '£1,228.00',
    total: '£2,456.00',
    scale: 'bg-scale-3',
  },
]

export function DataDisplay() {
  const [start] = useState(() => Date.now())
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  return (
    <Section title="Data display">
      <Sample name="Date tile, countdown: normal, under five minutes, under one">
        <DateTile month="Dec" day={5} note="Sat 17:30" label="Saturday 5 December 2026, 17:30" />
        <DateTile month="Mar" day={14} note="Time tbc" label="Sunday 14 March 2027, time to be confirmed" />
        <Countdown label="Time left" expiresAt={start + 27 * 60_000 + 42_000} size="lg" />
        <Countdown label="Time left" expiresAt={start + 4 * 60_000} />
        <Countdown label="Time left" expiresAt={start + 42_000} />
      </Sample>
      <Sample name="Cards with art" isStacked>
        <div className="grid gap-4 sm:grid-cols-3">
          {cards.map(({ pattern, title, place, colours, day }) => (
            <Panel key={title} className="overflow-hidden">
              <div className="relative">
                <Art pattern={pattern} name={title} {...(colours && { colours })} className="h-22" />
                <DateTile
                  isPlain
                  month="Dec"
                  day={day}
                  label={`${day} December`}
                  className="absolute top-3 left-3"
                />
                <Badge tone="signal" className="absolute top-3 right-3">
                  Hot
                </Badge>
              </div>
              <div className="p-4">
                <p className="truncate font-semibold">{title}</p>
                <p className="truncate text-xs text-muted">{place}</p>
                <p className="tabular mt-3 flex justify-between border-t border-line pt-3 text-xs">
                  <span>
                    from <b className="font-semibold">£85</b>
                  </span>
                  <span className="text-muted">412 tickets</span>
                </p>
              </div>
            </Panel>
          ))}
        </div>
      </Sample>
      <Sample name="Two-tone discs">
        <TwoToneDisc name="Arsenal" colours={['#d1112b', '#ffffff']} />
        <TwoToneDisc name="West Ham" colours={['#7a263a', '#9bc4e6']} />
        <TwoToneDisc name="Villarreal" />
        <TwoToneDisc name="Sevilla" />
      </Sample>
      <Sample name="Table" isStacked>
        <Panel className="overflow-x-auto">
          <Table label="Listings">
            <TableHeader>
              <Column>Section</Column>
              <Column>Row · seats</Column>
              <Column>Quantity</Column>
              <Column isNumeric>Per ticket</Column>
              <Column>
                <span className="sr-only">Actions</span>
              </Column>
            </TableHeader>
            <tbody>
              {rows.map(({ section, level, row, numbers, price, total, scale }, index) => (
                <Row key={section} isSelected={index === 1}>
                  <Cell>
                    <span className="flex items-start gap-2.5">
                      <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-sm ${scale}`} />
                      <TwoLines first={section} second={level} />
                    </span>
                  </Cell>
                  <Cell className="whitespace-nowrap">{row}</Cell>
                  <Cell>
                    <NumberChooser
                      label={`Tickets from ${section}`}
                      numbers={numbers}
                      value={quantities[section] ?? numbers[0] ?? null}
                      onChange={(value) => setQuantities({ ...quantities, [section]: value })}
                    />
                  </Cell>
                  <Cell isNumeric>
                    <TwoLines first={<span className="text-base">{price}</span>} second={total} />
                  </Cell>
                  <Cell className="text-right">
                    <Button size="sm" tone={index === 1 ? 'primary' : 'secondary'}>
                      Hold
                    </Button>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Panel>
      </Sample>
    </Section>
  )
}
