import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleContract } from '@boyun/kernel/contract';
import type { Plugin } from 'vite';

/**
 * Generates the index the shell needs before it loads any module: all pages, which module declares a resource, report or workbook, and which
 * modules declare events that people or programs can subscribe to. It is read from the contracts when the pages are built, so that the shell
 * need not include every contract to show its menu.
 */
export function pageIndex(): Plugin {
  const id = 'virtual:page-index';
  return {
    name: 'page-index',
    resolveId: (name) => (name === id ? `\0${id}` : null),
    async load(name) {
      if (name !== `\0${id}`) return null;
      const doors = pathToFileURL(join(import.meta.dirname, 'src/contract-doors.ts')).href;
      const { contractDoors } = (await import(doors)) as typeof import('./src/contract-doors.ts');
      const contracts: [string, ModuleContract][] = await Promise.all(
        Object.entries(contractDoors).map(async ([door, open]) => [door, await open()]),
      );
      const pages = contracts.flatMap(([door, one]) =>
        one.pages.map((page) => ({ ...page, module: door, resource: page.resource?.name, report: page.report?.name })),
      );
      const resources = contracts.flatMap(([door, one]) =>
        [...one.resources, ...one.workbooks, ...one.reports].map(({ name }) => [name, door]),
      );
      const eventModules = contracts
        .filter(([, one]) => one.events.some(({ push, publishedAs }) => push || publishedAs))
        .map(([door]) => door);
      return [
        `export const pages = ${JSON.stringify(pages)};`,
        `export const eventModules = ${JSON.stringify(eventModules)};`,
        `export const moduleOf = ${JSON.stringify(Object.fromEntries(resources))};`,
      ].join('\n');
    },
  };
}
