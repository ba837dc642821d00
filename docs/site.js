// The first page: "Play it here" puts the game where the picture is. On a phone, and where a page opened from a
// folder may not load it, the link leads to the game's own page, as without this script.
document.addEventListener('DOMContentLoaded', () => {
  const link = document.querySelector('a.demo');
  const picture = document.querySelector('.md-content img[src*="turn.webp"]');
  if (link === null || picture === null) return;
  link.addEventListener('click', (event) => {
    const hasRoom = window.matchMedia('(min-width: 60em)').matches;
    if (!hasRoom || window.location.protocol === 'file:') return;
    event.preventDefault();
    const game = document.createElement('iframe');
    game.className = 'demo';
    game.title = link.textContent;
    game.src = link.href;
    picture.replaceWith(game);
    game.focus();
  });
});
