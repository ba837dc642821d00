import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { catalogue } from './lib/catalogue.svelte';
import { games } from './lib/games.svelte';
import { preferences } from './lib/preferences.svelte';
import { startRouter } from './lib/router.svelte';
import { preferredLanguage, speak } from './lib/texts.svelte';
import { updates } from './lib/updates.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');

preferences.applyTheme();
if (preferences.face === '') {
  void catalogue.load().then(() => preferences.chooseFace(catalogue.told?.faces ?? []));
}
startRouter();
await Promise.all([speak(preferredLanguage()), games.load()]);
mount(App, { target });
updates.start();
