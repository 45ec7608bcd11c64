DEBUG = False
DATABASE = "postgres<cut/>://shop:Jh3-xQv8.mP2@db.internal:5432/shop"
