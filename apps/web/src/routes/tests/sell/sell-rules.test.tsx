import { inventoryRoutes } from '@terrace/contracts/inventory'
import { priceRulesRoutes, type RulesOverview, type WirePriceRule } from '@terrace/contracts/price-rules'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { seller } from '#web/test/mock-inventory.ts'
import { rulesOverview, simulatedMove, wirePriceRuleOf } from '#web/test/pricing/price-rule-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

let overview: RulesOverview
beforeEach(() => {
  mockShell()
  overview = rulesOverview([])
  mockRoute(priceRulesRoutes.list, () => ({ data: overview }))
  mockRoute(priceRulesRoutes.choices, () => ({
    data: { competitions: [{ id: 3, name: 'Premier League', listings: 40 }] },
  }))
  mockRoute(inventoryRoutes.choices, () => ({
    data: {
      events: [],
      competitions: [],
      performers: [],
      sections: [{ name: 'Block 12', listings: 2 }],
      tags: [],
    },
  }))
})

const open = (search = '') => renderRoute(`/sell/rules${search}`, { user: seller })

function mockSimulation(rule: WirePriceRule) {
  mockRoute(priceRulesRoutes.simulate, () => ({
    data: { rule, counts: { listings: 2, moved: 1, kept: 1, has_file_price: 1 } },
  }))
  mockRoute(priceRulesRoutes.simulation, ({ query }) => ({
    data: [
      query.get('show') === 'moved'
        ? simulatedMove({ has_file_price: true })
        : simulatedMove({ to: null, reason: 'too_few_comparables' }),
    ],
    meta: { total: 1, page: 1, per_page: 100, last_page: 1 },
  }))
}

test('a seller without rules makes one, sees what it would do, and switches it on', async () => {
  const rule = wirePriceRuleOf()
  mockSimulation(rule)
  const created = mockRoute(priceRulesRoutes.create, () => {
    overview = rulesOverview([rule])
    return { data: rule }
  })
  const switched = mockRoute(priceRulesRoutes.switch, () => {
    overview = rulesOverview([{ ...rule, state: 'on' }])
    return { data: { ...rule, state: 'on' as const } }
  })
  await open()
  await screen.findByText('No price rules')
  await userEvent.click(screen.getByRole('button', { name: 'New rule' }))
  const editor = await screen.findByRole('dialog', { name: 'New price rule' })
  await userEvent.type(within(editor).getByRole('textbox', { name: 'Name' }), 'Premier League')
  await within(editor).findByRole('option', { name: 'Premier League (40)' })
  await userEvent.selectOptions(within(editor).getByRole('combobox', { name: 'Competition' }), '3')
  expect(editor.textContent).toContain(
    'Stay 1.00 below the lowest comparable, never under cost + 10% or the listing’s floor, at most 8% a day and 2 changes an hour, only down.',
  )
  await userEvent.click(within(editor).getByRole('button', { name: 'Save and simulate' }))
  expect(created.at(-1)?.body).toMatchObject({
    name: 'Premier League',
    settings: { filter: { 'competition_id[]': [3] }, strategy: { by: 'undercut', amount: '1.00' } },
  })
  const simulation = await screen.findByRole('dialog', { name: 'Simulation of “Premier League”' })
  await within(simulation).findByRole('row', { name: /Block 12 · row 8.*£100.00.*£89.00/ })
  expect(simulation.textContent).toContain('1 price of these come from your files')
  await userEvent.click(within(simulation).getByRole('radio', { name: 'Stay 1' }))
  await within(simulation).findByText('Too few comparables')
  await userEvent.click(within(simulation).getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(switched.at(-1)?.body).toEqual({ version: 1, on: true }))
  await screen.findByText('On')
  const title = screen.getByRole('heading', { name: 'Price rules' })
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('what is wrong in a rule is said once, at its field, which gets the focus', async () => {
  mockRoute(priceRulesRoutes.create, () =>
    errorReply(422, 'name: must not be empty', 'input.invalid', {
      fields: {
        name: ['must not be empty'],
        'settings.strategy.amount': ['must be an amount with at most two decimals'],
      },
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  const editor = within(await screen.findByRole('dialog', { name: 'New price rule' }))
  await userEvent.click(editor.getByRole('button', { name: 'Save and simulate' }))
  await editor.findByText('Must not be empty')
  editor.getByText('Must be an amount with at most two decimals')
  expect(editor.queryByText('name: must not be empty')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(editor.getByRole('textbox', { name: 'Name' })))
})

test('an error that no field shows appears below the form', async () => {
  mockRoute(priceRulesRoutes.create, () =>
    errorReply(422, 'name: must not be empty', 'input.invalid', {
      fields: { name: ['must not be empty'], 'settings.place': ['must be at most 10'] },
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'New rule' }))
  const editor = within(await screen.findByRole('dialog', { name: 'New price rule' }))
  await userEvent.click(editor.getByRole('button', { name: 'Save and simulate' }))
  await editor.findByText('Must not be empty')
  editor.getByText('settings.place: must be at most 10')
})

test('a rule that a colleague has changed meanwhile shows both versions', async () => {
  const rule = wirePriceRuleOf()
  overview = rulesOverview([rule])
  const theirs = wirePriceRuleOf({ version: 2, settings: { ...rule.settings, max_percent_per_day: 20 } })
  mockRoute(priceRulesRoutes.change, () =>
    errorReply(409, 'This rule has changed since', 'price_rule.changed', { rule: theirs }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const editor = await screen.findByRole('dialog', { name: 'Edit price rule' })
  await userEvent.click(within(editor).getByRole('button', { name: 'Save and simulate' }))
  await within(editor).findByText(/Sam Reed has changed this rule since/)
  await userEvent.click(within(editor).getByRole('button', { name: 'Take the other version' }))
  expect(within(editor).getByRole('textbox', { name: 'Percent a day, at most' })).toHaveProperty(
    'value',
    '20',
  )
})

test('one switch stops all rules, and a stopped rule says why', async () => {
  const rule = wirePriceRuleOf({
    state: 'stopped',
    stopped: { reason: 'loop', at: '2026-11-20T10:00:00.000Z' },
    covered: 9,
  })
  overview = rulesOverview([rule])
  const switched = mockRoute(priceRulesRoutes.switchAll, () => {
    overview = rulesOverview([rule], { stopped: { at: '2026-11-20T11:00:00.000Z', by: 'Sam Reed' } })
    return { data: overview }
  })
  await open()
  await screen.findByText(/it kept moving prices in answer to other automatic changes/)
  screen.getByText('9 listings, 3 priced by a rule above')
  await userEvent.click(screen.getByRole('button', { name: 'Stop all rules' }))
  await screen.findByText(/All rules are stopped since .* by Sam Reed/)
  expect(switched.at(-1)?.body).toEqual({ on: false })
  screen.getByRole('button', { name: 'Let rules run' })
})

test('the log shows each move with the prices that the rule saw, and its filter is in the URL', async () => {
  overview = rulesOverview([wirePriceRuleOf({ state: 'on' })])
  const moves = mockRoute(priceRulesRoutes.moves, () => {
    const { other_rule: _other, has_file_price: _file, ...move } = simulatedMove({ limited_by: ['floor'] })
    return {
      data: [
        {
          ...move,
          id: '7',
          at: '2026-11-20T10:00:00.000Z',
          rule: { id: 'prl_1', name: 'Premier League', version: 1 },
          wanted: gbp('50.00'),
          seen: [
            { price: gbp('20.00'), is_outlier: true },
            { price: gbp('90.00'), is_outlier: false },
          ],
        },
      ],
      meta: { has_more: false },
    }
  })
  await open('?show=log&rule=prl_1')
  const row = await screen.findByRole('row', { name: /Block 12 · row 8/ })
  expect(row.textContent).toContain('wanted £50.00, held at the floor, floor £55.00')
  expect(row.textContent).toContain('£90.004 compared, 1 outliers ignored')
  expect(moves.at(-1)?.query.get('rule_id')).toBe('prl_1')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Not moved')
  await waitFor(() => expect(moves.at(-1)?.query.get('outcome')).toBe('kept'))
})

test('a list that fails to load offers to try again', async () => {
  mockRoute(priceRulesRoutes.list, () => errorReply(422, 'No'))
  await open()
  await screen.findByText('Couldn’t load your price rules')
  screen.getByRole('button', { name: 'Try again' })
})
