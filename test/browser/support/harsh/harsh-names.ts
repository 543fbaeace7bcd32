/** Names and texts that are long, in other scripts, right-to-left, or contain markup. */
export const NAMES = {
  project: 'Härtetest Produktion – اختبار 🧪 with a long name, as large organizations give their projects',
  people: ['Jürgen Groß', 'فاطمة الزهراء', '山田太郎', 'Zoë 🌸', "Aoife O'Brien"],
  cohorts: [
    'Beta testers',
    'Employees',
    'Customers in Europe',
    `Kundinnen und Kunden der ${'Donaudampfschifffahrtsgesellschaft, '.repeat(5)}alle`,
    'العملاء الذين اشتركوا في الخطة السنوية 🎉',
    'With a long description',
  ],
  dashboards: [
    'Checkout launch',
    'Ein Dashboard mit einem Namen, der in keine Zeile passt '.repeat(6).trim(),
    'لوحة المتابعة',
    '🚀 Launch board',
  ],
  tile: 'Eine Kachel mit einem sehr langen Namen, der in keine Kachel passt und gekürzt werden muss '.repeat(2).trim(),
  texts: [
    '# Überschrift\n\n**Fett** und [Link](https://example.com)\n\n- eins\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    'نص عربي طويل '.repeat(40),
    '<img src=x onerror=alert(1)> <b>markup</b> 🚀',
  ],
} as const

export const MEMBERS: readonly string[] = [
  'Jürgen Groß',
  'فاطمة الزهراء',
  '山田太郎',
  'Zoë 🌸',
  'Maximiliane-Friederike von Donaudampfschifffahrtsgesellschaft',
  'Ana',
  'Ben',
  'Kim',
]

export const ROLES: readonly string[] = [
  'Checkout team',
  'Platform team',
  'المبيعات',
  'Rolle mit sehr langem Namen für die Zahlungsabwicklung in Deutschland, Österreich und der Schweiz',
  '🚀 Launch team',
  ...Array.from({ length: 9 }, (_, n) => `Viewers ${n + 1}`),
]
