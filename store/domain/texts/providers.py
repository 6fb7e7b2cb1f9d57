"""What operators are told about paid image providers."""

from store.domain.texts.text import Text

ALERT_NO_FUNDS = Text(
    ru="💳 У {provider} закончились деньги. Пополни баланс.",
    uz="💳 {provider} hisobida mablag‘ tugadi. Balansni to‘ldiring.",
    en="💳 {provider} is out of funds. Please top it up.",
)
ALERT_AUTH = Text(
    ru="🔑 {provider} не принимает ключ. Проверь ключ и права доступа.",
    uz="🔑 {provider} kalitni qabul qilmayapti. Kalit va ruxsatlarni tekshiring.",
    en="🔑 {provider} does not accept the key. Check the key and its permissions.",
)
ALERT_MODEL_GONE = Text(
    ru="🗑 У {provider} больше нет модели {model}. Укажи другую в настройках.",
    uz="🗑 {provider}da {model} modeli endi yo‘q. Sozlamalarda boshqasini ko‘rsating.",
    en="🗑 {provider} no longer has the model {model}. Name another one in the settings.",
)
ALERT_BAD_REQUEST = Text(
    ru="🐞 {provider} не понимает наши запросы к модели {model}. Нужен разработчик.",
    uz="🐞 {provider} {model} modeliga so‘rovlarimizni tushunmayapti. Dasturchi kerak.",
    en="🐞 {provider} does not understand our requests to {model}. A developer is needed.",
)
