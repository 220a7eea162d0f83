import { StepLines } from '#web/ui/data-display/art.tsx'
import { LogoMark } from '#web/ui/data-display/logo.tsx'
import { Sample, Section } from './section.tsx'

const colours = [
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['signal', 'bg-signal'],
  ['signal-soft', 'bg-signal-soft'],
  ['signal-mark', 'bg-signal-mark'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['ok', 'bg-ok'],
  ['ok-soft', 'bg-ok-soft'],
  ['scale-1', 'bg-scale-1'],
  ['scale-2', 'bg-scale-2'],
  ['scale-3', 'bg-scale-3'],
] as const

export function Foundations({ theme }: { theme: string }) {
  return (
    <Section title={`Foundations, ${theme}`}>
      <div className="relative overflow-hidden rounded border border-line bg-surface px-6 py-10">
        <StepLines className="absolute inset-y-0 right-0 h-full w-1/2" />
        <div className="relative">
          <LogoMark className="mb-6 size-10" />
          <p className="text-2xl font-semibold sm:text-3xl">
            One connection.
            <br />A world of events.
          </p>
          <p className="mt-3 text-base text-muted">
            Four sizes on one screen, tabular figures in every column.
          </p>
        </div>
      </div>
      <Sample name="Colour">
        <ul className="grid w-full grid-cols-3 gap-3 sm:grid-cols-6">
          {colours.map(([name, className]) => (
            <li key={name}>
              <span className={`block h-10 rounded border border-line ${className}`} />
              <span className="text-xs text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name="Type" isStacked>
        <p className="text-2xl font-semibold">32 px, quote page</p>
        <p className="text-xl font-semibold">24 px, event header</p>
        <p className="text-lg font-semibold">18 px, section and price</p>
        <p className="text-base">16 px, forms and quote pages</p>
        <p className="text-sm">14 px, tables and controls</p>
        <p className="text-xs text-muted">13 px, secondary text</p>
        <p className="tabular text-sm">
          1,111.11 <br />
          8,888.88
        </p>
      </Sample>
    </Section>
  )
}
