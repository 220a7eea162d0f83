import type { SearchParamsObject } from 'algoliasearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { searchClients } from '../test/search-clients.ts'

const indexName = 'stadiums'
const place = (lat: number, lng: number) => ({ lat, lng })
const stadiums = [
  { objectID: 'arsenal', name: 'Emirates Stadium', open: 2006, _geoloc: place(51.5549, -0.1084) },
  { objectID: 'spurs', name: 'Tottenham Stadium', open: 2019, _geoloc: place(51.6043, -0.0664) },
  { objectID: 'madrid', name: 'Bernabeu', open: 1947, _geoloc: place(40.4531, -3.6883) },
  { objectID: 'tour', name: 'Stadium tour', open: 2000, _geoloc: [place(40.45, -3.69), place(51.5, -0.12)] },
  { objectID: 'online', name: 'Stadium stream', open: 2020 },
]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  await client().setSettings({
    indexName,
    indexSettings: { searchableAttributes: ['name'], customRanking: ['desc(open)'] },
  })
  await client().saveObjects({ indexName, objects: stadiums })
})
afterAll(() => app.close())

const client = () => searchClients(app).full()
const search = (searchParams: SearchParamsObject) => client().searchSingleIndex({ indexName, searchParams })

const london = '51.5074,-0.1278'

test.each<[string, SearchParamsObject, string[]]>([
  ['around a point, nearest first', { aroundLatLng: london }, ['tour', 'arsenal', 'spurs', 'madrid']],
  ['in a circle', { aroundLatLng: london, aroundRadius: 8000 }, ['tour', 'arsenal']],
  ['everywhere', { aroundLatLng: london, aroundRadius: 'all' }, ['tour', 'arsenal', 'spurs', 'madrid']],
  [
    'around a point, with a word',
    { query: 'stadium', aroundLatLng: '40.4,-3.7' },
    ['tour', 'arsenal', 'spurs'],
  ],
  ['around a point, with a filter', { aroundLatLng: london, filters: 'open>2001' }, ['arsenal', 'spurs']],
  ['in a box', { insideBoundingBox: [[51.7, -0.5, 51.52, 0.3]] }, ['spurs', 'arsenal']],
  [
    'in one of two boxes',
    {
      insideBoundingBox: [
        [51.7, -0.5, 51.58, 0.3],
        [41, -4, 40, -3],
      ],
    },
    ['spurs', 'tour', 'madrid'],
  ],
  ['in a polygon', { insidePolygon: [[51.53, -0.2, 51.58, -0.1, 51.53, 0]] }, ['arsenal']],
  [
    'in an area, which replaces the circle',
    { insidePolygon: [[40, -4, 41, -4, 41, -3, 40, -3]], aroundLatLng: london, aroundRadius: 1 },
    ['tour', 'madrid'],
  ],
])('%s', async (_what, params, ids) => {
  const { hits } = await search(params)
  expect(hits.map(({ objectID }) => objectID)).toEqual(ids)
})

test('places within the precision are equally near', async () => {
  const found = async (aroundPrecision: number) => {
    const { hits } = await search({ aroundLatLng: london, aroundPrecision })
    return hits.map(({ objectID }) => objectID)
  }
  expect(await found(10)).toEqual(['tour', 'arsenal', 'spurs', 'madrid'])
  expect(await found(100_000)).toEqual(['spurs', 'arsenal', 'tour', 'madrid'])
  const { hits } = await search({
    aroundLatLng: london,
    getRankingInfo: true,
    aroundPrecision: [
      { from: 0, value: 1000 },
      { from: 5000, value: 100_000 },
    ],
  })
  expect(hits.map(({ objectID }) => objectID).slice(-1)).toEqual(['madrid'])
  expect(hits[0]).toMatchObject({
    objectID: 'tour',
    _rankingInfo: { geoDistance: 0, geoPrecision: 1000, matchedGeoLocation: place(51.5, -0.12) },
  })
})

test('a search around a point ranks typos before distance', async () => {
  const { hits } = await search({ query: 'bernabeau', aroundLatLng: london })
  expect(hits.map(({ objectID }) => objectID)).toEqual(['madrid'])
})

test('records of a place are deleted', async () => {
  await client().saveObjects({ indexName: 'gone', objects: stadiums })
  await client().deleteBy({
    indexName: 'gone',
    deleteByParams: { aroundLatLng: london, aroundRadius: 50_000 },
  })
  const { hits } = await client().searchSingleIndex({ indexName: 'gone' })
  expect(hits.map(({ objectID }) => objectID).toSorted()).toEqual(['madrid', 'online'])
})

test.each<[SearchParamsObject, string]>([
  [{ aroundLatLng: 'London' }, 'aroundLatLng: expected a latitude and a longitude'],
  [{ aroundLatLng: '91,0' }, 'aroundLatLng: expected latitudes up to 90'],
  [{ aroundLatLng: london, aroundRadius: 0 }, 'aroundRadius: expected metres'],
  [{ insideBoundingBox: [[1, 2, 3]] }, 'insideBoundingBox: expected lists of 4 numbers'],
  [{ insidePolygon: [[1, 2, 3, 4]] }, 'insidePolygon: expected lists of at least 6 numbers'],
])('%j is rejected', async (params, message) => {
  await expect(search(params)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message) as string,
  })
})
