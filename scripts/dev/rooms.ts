/**
 * The rooms of generator/ as they stand: files and lines of each, what each imports, floors, arrows and circles.
 * node build/scripts/dev/rooms.js [ROOT of a checkout]
 */
import { packageRoot } from '../../generator/kit/package.ts';
import { floorsOf, readSourceFiles, toCircles, toImports } from './imports.ts';

const [root = packageRoot()] = process.argv.slice(2);
const sources = readSourceFiles(root, ['generator']);
const arrows = toImports(sources).filter(({ isOurs, to }) => isOurs && to.startsWith('generator/'));
const roomOf = (file: string) => file.split('/').slice(1, 2).join('');
const rooms = [...new Set(sources.map(({ file }) => roomOf(file)))].sort();
const between = arrows
  .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
  .filter(({ from, to }) => from !== to);
const distinct = new Set(between.map(({ from, to }) => `${from} → ${to}`));

for (const room of rooms) {
  const own = sources.filter(({ file }) => roomOf(file) === room);
  const lines = own.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const used = [...new Set(between.filter(({ from }) => from === room).map(({ to }) => to))].sort();
  console.log(
    `${room.padEnd(20)} ${`${own.length}`.padStart(3)} files ${`${lines}`.padStart(5)} lines → ${used.join(' ')}`,
  );
}
const pairs = new Set(arrows.map(({ from, to }) => `${from} → ${to}`));
console.log(
  `rooms: ${rooms.length}, ${distinct.size} arrows between them, ${floorsOf(between)} floors, ${toCircles(between).length} circles`,
);
console.log(
  `files: ${sources.length}, ${pairs.size} arrows between them, ${floorsOf(arrows)} floors, ${toCircles(arrows).length} circles`,
);
