"""The fields of work a task can touch, with the words that show it in any of the languages. Hot."""

DOMAINS = {
    "frontend": "frontend front-end ui ux react vue svelte angular css tailwind component components фронтенд фронт フロントエンド フロント 前端 프론트엔드 프론트 oberflache interface",
    "backend": "backend back-end server api apis endpoint endpoints graphql rest django flask fastapi express spring бэкенд бекенд апи バックエンド 后端 接口 백엔드 서버 servidor serveur",
    "data": "database db sql schema migrations postgres mysql sqlite mongodb redis базу базы база бд таблицы データベース 数据库 데이터베이스 datenbank banco basededatos",
    "tests": "test tests testing e2e unit pytest jest playwright coverage тест тесты тестами тестов テスト 测试 테스트 pruebas testes tester",
    "docs": "docs documentation readme changelog documentacion documentacao documentazione dokumentation документацию документация документации ドキュメント 文档 문서",
    "delivery": "deploy deployment ci cd pipeline docker kubernetes terraform release деплой деплоя デプロイ 部署 배포 despliegue despliega implantacao deploiement",
    "access": "auth authentication authorization login oauth sso permissions авторизацию авторизация авторизации 認証 认证 인증 autenticacion autenticacao autenticazione authentification authentifizierung",
    "mobile": "mobile ios android flutter swift kotlin",
    "security": "security vulnerabilities encryption seguridad seguranca sicurezza securite sicherheit безопасность セキュリティ 安全 보안",
    "performance": "performance caching latency optimization rendimiento desempenho prestazioni leistung производительность パフォーマンス 性能 성능",
}
